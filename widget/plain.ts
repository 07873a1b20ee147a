// In place of `ufo` and `destr`, which ofetch brings along for addresses and answers of every kind: 2 kB for ours, which
// are an origin, a path of our own, and text that the schemas read.

/** An address: origin and path. */
export function withBase(path: string, base: string): string {
  return base + path;
}

/** The address with the parameters that have a value. */
export function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value);
  return search.size > 0 ? `${path}?${search}` : path;
}

/** The value of a JSON text. */
export default (text: string): unknown => JSON.parse(text);
