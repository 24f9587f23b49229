import { gzipSync } from "node:zlib";
import { quoteWord } from "./shell-words";

/** Longest start script the service takes, in characters. Source: the API's limits. */
export const ONSTART_LIMIT = 4048;

/** The byte of the gzip header for the operating system; 255 is "unknown", so that every machine packs the same bytes. */
const GZIP_OS = 9;

/**
 * A start script as it is sent: unchanged up to 4048 characters. A longer one is packed (gzip, base64) into
 * a small shell command that unpacks it to a file of its own and runs it there as a process: with the interpreter of
 * its first line, else the shell that runs the command; with the same arguments, standard input, output and exit
 * status. The file is removed afterwards. The machine needs `base64`, `gzip` and `mktemp`, as busybox has them.
 * `tooLong`: the characters of the packed script, where they are still too many.
 */
export function packOnstart(script: string): { readonly text: string } | { readonly tooLong: number } {
  if (script.length <= ONSTART_LIMIT) return { text: script };
  const packed = gzipSync(Buffer.from(script, "utf8"), { level: 9 });
  packed[GZIP_OS] = 255;
  const interpreter = interpreterOf(script);
  const text = [
    ...(interpreter === undefined ? [] : ["#!/bin/sh"]),
    '(s=0; f="$(mktemp)" || exit',
    `printf %s '${packed.toString("base64")}' | base64 -d | gzip -dc >"$f" &&`,
    `${interpreter ?? '"${BASH:-sh}"'} "$f" "$@" || s=$?`,
    'rm -f "$f"; exit $s)',
    "",
  ].join("\n");
  return text.length <= ONSTART_LIMIT ? { text } : { tooLong: text.length };
}

/** The interpreter in a script's first line and the one argument that the kernel passes to it, quoted. */
function interpreterOf(script: string): string | undefined {
  const [, program, argument] = /^#![ \t]*([^ \t\n]+)(?:[ \t]+([^\n]*?))?[ \t]*(?:\n|$)/.exec(script) ?? [];
  if (program === undefined) return undefined;
  return argument === undefined || argument === ""
    ? quoteWord(program)
    : `${quoteWord(program)} ${quoteWord(argument)}`;
}
