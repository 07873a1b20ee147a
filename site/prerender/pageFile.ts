/** File of a private page in the built site. Parameters are marked by `_`: `:` is in no file name of Windows. */
export const toPageFile = (pattern: string) => `${pattern.slice(1).replaceAll(':', '_')}.html`;
