/** Parses the page number of a list; 1 unless the server accepts the number. */
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

/** A page of a list as the server sends it. `next` is undefined if the backend does not send it. */
export interface ListPage {
  count: number;
  next?: string | null | undefined;
  results: readonly unknown[];
}

/** Number of lines per page; another backend may send fewer than `wanted`. `page`: from 1. */
export function getPageSize({ count, next, results }: ListPage, page: number, wanted: number): number {
  const { length } = results;
  if (length === 0 || (page === 1 && length >= count)) return wanted;
  if (next === undefined && page > 1) return wanted;
  // Only the last page may be shorter; the lines before it give the page size.
  const size = page > 1 && next === null ? (count - length) / (page - 1) : length;
  return size < wanted && Number.isInteger(size) ? size : wanted;
}
