import type { ClaimStatus } from '#core/contract/claim.ts';
import type { Exchange } from '#core/exchange/model.ts';

/** Name of the city where a claim's cash changes hands; null without cash, and until the form knows the cities. */
export function named(exchange: Exchange, { city, from, to }: ClaimStatus): string | null {
  if (city === null) return null;
  const ends = exchange.items.value.filter(({ code }) => code === from.code || code === to.code);
  return ends.flatMap(({ cities }) => cities).find(({ code }) => code === city)?.name ?? null;
}
