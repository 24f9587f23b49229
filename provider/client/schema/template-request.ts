import type { TemplateInputs } from "../../rules/template/template-inputs";

/** What a template POST or PUT carries; `env` is the rendered docker-flag text. `null` resets a field. */
export type TemplateBody = {
  readonly [K in Exclude<keyof TemplateInputs, "env" | "ports" | "dockerOptions">]?:
    TemplateInputs[K] | null | undefined;
} & { readonly env?: string | undefined };
