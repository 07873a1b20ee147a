/** What a direct link asks for; empty text where nothing is asked. */
export interface DirectLinkParams {
  from: string;
  to: string;
  amount: string;
  city: string;
  rid: string;
}

/** The address on `origin` that opens the form as wanted. */
export function buildDirectLink(origin: string, { from, to, amount, city, rid }: DirectLinkParams): string {
  const query = new URLSearchParams({ cur_from: from, cur_to: to });
  for (const [name, value] of Object.entries({ amount, city, rid })) if (value) query.set(name, value);
  return `${origin}/?${query}`;
}
