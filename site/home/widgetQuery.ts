/** Query parameters that the widget has as attributes. */
const WIDGET_QUERY_NAMES = ['cur_from', 'cur_to', 'amount', 'city'] as const;

/**
 * Sets the widget's attributes from the query. Removes each attribute first, so that an equal value applies again: the
 * visitor may have chosen another pair since.
 */
export function applyQueryToWidget(widget: HTMLElement, query: URLSearchParams): void {
  for (const name of WIDGET_QUERY_NAMES) {
    widget.removeAttribute(name);
    const value = query.get(name)?.trim();
    if (value) widget.setAttribute(name, value);
  }
}

/**
 * Returns the query for a pair that the visitor chose, or null if it already has this pair. Removes amount and city;
 * other parameters, the referral among them, stay.
 */
export function replacePairInQuery(query: URLSearchParams, from: string, to: string): URLSearchParams | null {
  if (query.get('cur_from') === from && query.get('cur_to') === to) return null;
  const next = new URLSearchParams(query);
  next.set('cur_from', from);
  next.set('cur_to', to);
  next.delete('amount');
  next.delete('city');
  return next;
}
