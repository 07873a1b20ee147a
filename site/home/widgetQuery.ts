/** What an address may say of the exchange: the widget's attributes have the same names. */
const WIDGET_QUERY_NAMES = ['cur_from', 'cur_to', 'amount', 'city'] as const;

/**
 * Tells the widget what the address asks for now. An attribute that is there already is put anew: the person may have
 * chosen something else since.
 */
export function applyQueryToWidget(widget: HTMLElement, query: URLSearchParams): void {
  for (const name of WIDGET_QUERY_NAMES) {
    widget.removeAttribute(name);
    const value = query.get(name)?.trim();
    if (value) widget.setAttribute(name, value);
  }
}

/**
 * The query after a person chose the pair `from`, `to` in the form; the referral and all that is not ours stays. Null
 * when it says so already. The amount and city of a link are not the choice any more.
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
