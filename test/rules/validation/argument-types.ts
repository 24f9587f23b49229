import type * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import type { InstanceArgs } from "../../../provider/resources/instance-args";
import type { TemplateArgs } from "../../../provider/resources/template-args";
import type { instanceInputsSchema, InstanceInputs } from "../../../provider/rules/instance/instance-inputs";
import type { LaunchOptions } from "../../../provider/rules/instance/launch-options";
import type { TargetState } from "../../../provider/rules/instance/target-state";
import type { VolumeInfo } from "../../../provider/rules/instance/volume-info";
import type { templateInputsSchema } from "../../../provider/rules/template/template-inputs";

// The public types are written by hand, so that a program's type check need not read zod's. Here the compiler holds them
// to the schemas, in both directions: nothing of this file runs, and a difference does not compile.

/** A type without `readonly`; an optional property is marked, so that one more of them shows as a difference. */
type Plain<T> = T extends readonly (infer Element)[]
  ? Plain<Element>[]
  : T extends object
    ? {
        -readonly [Name in keyof T]-?: Partial<Pick<T, Name>> extends Pick<T, Name>
          ? { optional: Plain<Exclude<T[Name], undefined>> }
          : Plain<T[Name]>;
      }
    : T;

type Same<A, B> = [Plain<A>] extends [Plain<B>] ? ([Plain<B>] extends [Plain<A>] ? true : never) : never;

type Asked<Args> = { [Name in keyof Args]: pulumi.Unwrap<Exclude<Args[Name], undefined>> };

/** `template` becomes `templateHashId` before the rules see it. */
export const instanceArguments: Same<
  Asked<Omit<InstanceArgs, "template">>,
  z.input<typeof instanceInputsSchema>
> = true;

type HintArgument = Exclude<TemplateArgs["volumeInfo"], Promise<unknown> | pulumi.OutputInstance<unknown>>;

/** The name has a default, the resource's own; of a hint of any content, Pulumi's types keep nothing. */
export const templateArguments: Same<
  Asked<Omit<TemplateArgs, "name" | "volumeInfo">> & { volumeInfo?: Exclude<HintArgument, undefined> },
  Omit<z.input<typeof templateInputsSchema>, "name">
> = true;

export const words: Same<
  [LaunchOptions, VolumeInfo, TargetState],
  [
    NonNullable<InstanceInputs["launch"]>,
    NonNullable<InstanceInputs["volumeInfo"]>,
    NonNullable<InstanceInputs["targetState"]>,
  ]
> = true;

// The comparison itself can fail.

// @ts-expect-error an argument more
export const more: Same<Asked<InstanceArgs>, z.input<typeof instanceInputsSchema>> = true;
// @ts-expect-error an argument less
export const less: Same<
  Asked<Omit<InstanceArgs, "template" | "vm">>,
  z.input<typeof instanceInputsSchema>
> = true;
// @ts-expect-error another type below an argument
export const other: Same<{ launch: { attempts: number } }, { launch: { attempts: string } }> = true;
// @ts-expect-error one that must be given
export const required: Same<{ a?: string }, { a: string }> = true;
