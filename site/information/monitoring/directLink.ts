/** Parameters of a direct link; an empty string means not set. */
export interface DirectLinkParams {
  from: string;
  to: string;
  amount: string;
  city: string;
  rid: string;
}

/** Builds the URL on `origin` that opens the form with these parameters. */
export function buildDirectLink(origin: string, { from, to, amount, city, rid }: DirectLinkParams): string {
  const query = new URLSearchParams({ cur_from: from, cur_to: to });
  for (const [name, value] of Object.entries({ amount, city, rid })) if (value) query.set(name, value);
  return `${origin}/?${query}`;
}
