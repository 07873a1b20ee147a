import type { ServerQuery } from '#core/serverQuery.ts';

/** Removes a row that does not belong to a list any more, and loads the list again. */
export function removeRow<Page extends { count: number; results: { id: string | number }[] }, View>(
  query: ServerQuery<Page, View>,
  id: string | number,
): void {
  query.change(page => ({
    ...page,
    count: page.count - 1,
    results: page.results.filter(row => row.id !== id),
  }));
  query.refresh();
}
