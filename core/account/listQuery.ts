/** Reads the page of a list from an address; 1 unless it is a number that the server accepts. */
export const parsePageNumber = (text: string | null): number =>
  /^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : 1;

/** A page as part of a query; the first one is left out. */
export const toPageQuery = (page: number): { page?: string } => (page > 1 ? { page: String(page) } : {});

/** A query as part of an address, with `?`; "" without parameters. */
export function formatSearch(query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const text = new URLSearchParams(given).toString();
  return text === '' ? '' : `?${text}`;
}
