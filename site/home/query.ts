/** What the address says of the exchange: the widget's attributes of the same meaning. Nothing for what is not there. */
export interface Wanted {
  cur_from: string | undefined;
  cur_to: string | undefined;
  amount: string | undefined;
  city: string | undefined;
  rid: string | undefined;
}

/** Reads the query of a deep link; the referral is `ref` or `rid`. */
export function read(query: URLSearchParams): Wanted {
  const text = (name: string) => query.get(name)?.trim() || undefined;
  return {
    cur_from: text('cur_from'),
    cur_to: text('cur_to'),
    amount: text('amount'),
    city: text('city'),
    rid: text('ref') ?? text('rid'),
  };
}

/**
 * The query after a person chose the pair `from`, `to` in the form; the referral and all that is not ours stays. Null
 * when it says so already. The amount and city of a link are not the choice any more.
 */
export function write(query: URLSearchParams, from: string, to: string): URLSearchParams | null {
  if (query.get('cur_from') === from && query.get('cur_to') === to) return null;
  const next = new URLSearchParams(query);
  next.set('cur_from', from);
  next.set('cur_to', to);
  next.delete('amount');
  next.delete('city');
  return next;
}
