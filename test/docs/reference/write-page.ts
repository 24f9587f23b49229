import { defaultOf, summaryOf, tagsOf } from "./show-comment";
import { argumentsOf, outputsOf, type PagePlan, type Plan } from "./page-plan";
import { mayBeUndefined, namedIn, showType } from "./show-type";
import {
  isKind,
  membersOf,
  propertiesOf,
  type Comment,
  type Declaration,
  type Signature,
  type Type,
} from "./reflection";

const NOTE = "<!-- Written by `npm run docs` from the doc comments in provider/. Edit those. -->";
const INPUTS =
  "Every argument, and every part of one, may be an `Output` or a promise as well as a plain value; the types below leave " +
  "`pulumi.Input` out.";
const CAUSES =
  "Every error has a stable code; [troubleshooting](../troubleshooting.md) has its cause and its remedy.";
/** `word`, optionally in backticks; what is no code of an error is left alone. */
const CODE_WORD = /`?\b([A-Z]+(?:_[A-Z]+)*)\b`?/g;

type Role = "argument" | "output" | "field";

/** One page of the reference, before it is formatted. */
export class PageWriter {
  private file = "";

  constructor(
    private readonly plan: Plan,
    private readonly errorCodes: readonly string[],
  ) {}

  write(page: PagePlan): string {
    this.file = page.file;
    const subjects = page.subjects.flatMap((subject) =>
      isKind(subject, "class") ? this.resource(subject) : this.functionOf(subject, page),
    );
    const args = page.subjects.map((subject) => argumentsOf(subject, this.plan.lookup));
    const types = page.types.filter((type) => !args.includes(type)).flatMap((type) => this.type(type));
    return [
      ...[NOTE, `# ${page.title}`, ...subjects, ...this.errors(page)],
      ...(page.subjects.length > 0 && types.length > 0 ? ["## Types"] : []),
      ...types,
    ]
      .filter((text) => text !== "")
      .join("\n\n")
      .concat("\n");
  }

  private resource(resource: Declaration): string[] {
    const { name, comment } = resource;
    const constructor = membersOf(resource).find((member) => member.name === "constructor")?.signatures?.[0];
    const args = argumentsOf(resource, this.plan.lookup);
    const statics = membersOf(resource).flatMap((member) =>
      member.flags.isStatic === true
        ? (member.signatures ?? []).map((signature) => ({ title: `${name}.${member.name}`, signature }))
        : [],
    );
    return [
      summaryOf(comment),
      ...examples(comment),
      code(`new ${name}(${this.parameters(constructor)})`),
      this.parameterList(constructor),
      ...(args === undefined ? [] : ["## Arguments", summaryOf(args.comment), INPUTS]),
      ...(args === undefined ? [] : [this.list(propertiesOf(args), "argument")]),
      "## Outputs",
      "Beside `id`, `urn` and every argument under its own name:",
      this.list(outputsOf(resource, this.plan.lookup), "output"),
      ...(statics.length === 0 ? [] : ["## Static functions"]),
      ...statics.flatMap(({ title, signature }) => [
        `### \`${title}\``,
        code(`${title}(${this.parameters(signature)}): ${this.result(signature.type)}`),
        summaryOf(signature.comment),
        this.parameterList(signature),
      ]),
    ];
  }

  private functionOf({ name, signatures }: Declaration, page: PagePlan): string[] {
    return (signatures ?? []).flatMap((signature) => [
      ...(page.subjects.length > 1 ? [`## \`${name}\``] : []),
      summaryOf(signature.comment),
      code(`${name}(${this.parameters(signature)}): ${this.result(signature.type)}`),
      this.parameterList(signature),
      ...examples(signature.comment),
    ]);
  }

  private parameters(signature: Signature | undefined): string {
    return (signature?.parameters ?? [])
      .map(({ name, type, flags, defaultValue }) => {
        const isOptional = flags.isOptional === true || defaultValue !== undefined;
        return `${flags.isRest === true ? "..." : ""}${name}${isOptional ? "?" : ""}: ${this.show(type)}`;
      })
      .join(", ");
  }

  /** What is said of the parameters, and where their types are. */
  private parameterList(signature: Signature | undefined): string {
    return (signature?.parameters ?? [])
      .flatMap(({ name, comment, type }) => {
        const [link] = namedIn(type, this.plan.lookup).flatMap((declaration) => this.link(declaration) ?? []);
        const text = summaryOf(comment);
        const sentences = [
          ...(text === "" ? [] : [sentence(text)]),
          ...(link === undefined ? [] : [`See ${link}.`]),
        ];
        return sentences.length === 0 ? [] : [`- \`${name}\`: ${sentences.join(" ")}`];
      })
      .join("\n");
  }

  private list(properties: readonly Declaration[], role: Role): string {
    return properties.map((property) => this.property(property, role)).join("\n");
  }

  /** One item of a list: name, type, what it is, and its default. */
  private property({ name, flags, type, comment }: Declaration, role: Role): string {
    const isOptional = flags.isOptional === true;
    const shown = this.show(type);
    const marks = [
      this.linkedType(isOptional || role === "output" ? shown.replace(/ \| undefined$/, "") : shown, type),
      ...(role === "argument" && !isOptional ? ["required"] : []),
      ...(role === "output" && mayBeUndefined(type, this.plan.lookup) ? ["may be undefined"] : []),
    ];
    const text = summaryOf(comment).replaceAll("\n", "\n  ");
    const fallback = defaultOf(comment);
    const sentences = [
      ...(text === "" ? [] : [sentence(text)]),
      ...(fallback === undefined ? [] : [`Default: ${stopped(fallback)}`]),
    ];
    return `- **\`${name}\`** (${marks.join(", ")})${sentences.length === 0 ? "" : `: ${sentences.join(" ")}`}`;
  }

  /** A type as a list of its fields; an alias, and an interface of which little is said, as code. */
  private type(declaration: Declaration): string[] {
    const { name, comment, typeParameters = [] } = declaration;
    const parameters = typeParameters.map((parameter) => parameter.name);
    const title = `${name}${parameters.length === 0 ? "" : `<${parameters.join(", ")}>`}`;
    const heading = [`### ${name}`, summaryOf(comment)];
    if (isKind(declaration, "typeAlias"))
      return [...heading, code(`type ${title} = ${this.show(declaration.type)};`)];
    const properties = propertiesOf(declaration);
    const methods = membersOf(declaration).flatMap((member) =>
      member.name === "constructor" ? [] : (member.signatures ?? []),
    );
    const described = properties.filter((property) => property.comment !== undefined);
    if (described.length * 2 < properties.length || properties.length === 0) {
      const lines = [
        ...properties.map((property) => `${note(property.comment)}  ${this.field(property)};`),
        ...methods.map(
          (method) =>
            `${note(method.comment)}  ${method.name}(${this.parameters(method)}): ${this.result(method.type)};`,
        ),
      ];
      return [...heading, code(`interface ${title} {\n${lines.join("\n")}\n}`)];
    }
    const calls = methods.map((method) => {
      const call = `**\`${method.name}(${this.parameters(method)})\`** (\`${this.result(method.type)}\`)`;
      const text = summaryOf(method.comment);
      return text === "" ? `- ${call}` : `- ${call}: ${sentence(text)}`;
    });
    const role = this.plan.isWritten(declaration) ? "argument" : "field";
    return [...heading, [this.list(properties, role), ...calls].join("\n")];
  }

  private field({ name, flags, type }: Declaration): string {
    const shown = this.show(type);
    return flags.isOptional === true
      ? `${name}?: ${shown.replace(/ \| undefined$/, "")}`
      : `${name}: ${shown}`;
  }

  /** What `@throws` says, each code with a link to its cause and remedy. */
  private errors({ subjects }: PagePlan): string[] {
    const comments = subjects.flatMap(({ comment, signatures = [] }) => [
      comment,
      ...signatures.map((signature) => signature.comment),
    ]);
    const thrown = comments.flatMap((comment) => tagsOf(comment, "@throws"));
    const isResource = subjects.some((subject) => isKind(subject, "class"));
    if (thrown.length === 0 && !isResource) return [];
    const linked = thrown.map((text) =>
      text.replaceAll(CODE_WORD, (whole, word: string) =>
        this.errorCodes.includes(word) ? `[\`${word}\`](../troubleshooting.md#${word.toLowerCase()})` : whole,
      ),
    );
    return ["## Errors", ...linked.map(sentence), CAUSES];
  }

  private show(type: Type | undefined): string {
    return showType(type, this.plan.lookup);
  }

  /** What a call gives: an `Output` stays one. */
  private result(type: Type | undefined): string {
    const shown = this.show(type);
    return type?.type === "reference" && /\bOutput(Instance)?$/.test(type.name)
      ? `pulumi.Output<${shown}>`
      : shown;
  }

  private link(declaration: Declaration): string | undefined {
    const place = this.plan.placeOf(declaration);
    if (place === undefined) return undefined;
    const file = place.file === this.file ? "" : `${place.file}.md`;
    return `[\`${declaration.name}\`](${file}${place.anchor === "" ? "" : `#${place.anchor}`})`;
  }

  /** The type as code, with links from the exports that it names. */
  private linkedType(text: string, type: Type | undefined): string {
    const links = new Map(
      namedIn(type, this.plan.lookup).flatMap((declaration) => {
        const link = this.link(declaration);
        return link === undefined ? [] : [[declaration.name, link] as const];
      }),
    );
    if (links.size === 0) return `\`${text}\``;
    return text
      .split(new RegExp(`\\b(${[...links.keys()].join("|")})\\b`))
      .filter((part) => part !== "")
      .map((part) => links.get(part) ?? `\`${part}\``)
      .join("");
  }
}

function examples(comment: Comment | undefined): string[] {
  const texts = tagsOf(comment, "@example");
  return texts.length === 0 ? [] : ["## Example", ...texts];
}

function code(text: string): string {
  return `\`\`\`ts\n${text}\n\`\`\``;
}

function note(comment: Comment | undefined): string {
  const text = summaryOf(comment);
  return text === "" ? "" : `  /** ${text} */\n`;
}

/** With a capital and a full stop. */
function sentence(text: string): string {
  return stopped(text.charAt(0).toUpperCase() + text.slice(1));
}

function stopped(text: string): string {
  return /[.:!?…]$|```$/.test(text) ? text : `${text}.`;
}
