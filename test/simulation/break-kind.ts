/** What kind of promise was broken: the words without the numbers, so that a shrunk history breaks the same. */
export function breakKind(what: string): string {
  return what
    .replace(/urn:\S+/g, "urn")
    .replace(/\S*pvai-\S+/g, "label")
    .replace(/\(.*?\)/g, "")
    .replace(/\d[\d./]*/g, "#")
    .slice(0, 60);
}
