/** What package.json says of the repository. `repository.url` is the one constant: everything else is derived from it. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly homepage: string;
  readonly repository: { readonly type: string; readonly url: string };
  readonly bugs: { readonly url: string };
}

/** The page of the repository; undefined while nobody has decided where it is. */
export function repositoryAddress({ repository }: Pick<Manifest, "repository">): string | undefined {
  const address = repository.url.replace(/^git\+/, "").replace(/\.git$/, "");
  return new URL(address).hostname.endsWith(".invalid") ? undefined : address;
}

/** The fields of package.json that follow from `repository.url`. */
export function derivedFields({
  repository,
}: Pick<Manifest, "repository">): Pick<Manifest, "homepage" | "bugs"> {
  const address = repository.url.replace(/^git\+/, "").replace(/\.git$/, "");
  return { homepage: `${address}#readme`, bugs: { url: `${address}/issues` } };
}

/** Why the package cannot be published as it is; undefined where it can. */
export function publishObstacle(manifest: Manifest): string | undefined {
  if (repositoryAddress(manifest) === undefined) {
    return (
      `${manifest.name} cannot be published: the address of its repository is not set. Set \`repository.url\` in package.json ` +
      "(`npm pkg set repository.url=git+https://<host>/<owner>/<name>.git`) and run `npm run docs`, which derives the rest."
    );
  }
  const { homepage, bugs } = derivedFields(manifest);
  return homepage === manifest.homepage && bugs.url === manifest.bugs.url
    ? undefined
    : `${manifest.name} cannot be published: \`homepage\` and \`bugs\` do not follow from \`repository.url\`. Run \`npm run docs\`.`;
}

/** The text with every link to a file of the repository made absolute, for a reader who has only the text. */
export function withAbsoluteLinks(markdown: string, manifest: Manifest): string {
  const base = fileBase(manifest);
  return base === undefined
    ? markdown
    : markdown.replaceAll(/\]\((?!https?:|#)([^)]+)\)/g, (_, target: string) => `](${base}${target})`);
}

/** The text as it is in the repository. */
export function withRelativeLinks(markdown: string, manifest: Manifest): string {
  const base = fileBase(manifest);
  return base === undefined ? markdown : markdown.replaceAll(`](${base}`, "](");
}

/** Where the files of this version are. */
function fileBase(manifest: Manifest): string | undefined {
  const address = repositoryAddress(manifest);
  return address === undefined ? undefined : `${address}/blob/v${manifest.version}/`;
}
