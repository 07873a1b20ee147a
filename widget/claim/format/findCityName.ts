import type { ClaimStatus } from '#core/contract/claim.ts';
import type { ExchangeModel } from '#core/exchange/form/exchangeModel.ts';

/** Name of the city where a claim's cash changes hands; null without cash, and until the form knows the cities. */
export function findCityName(exchange: ExchangeModel, { city, from, to }: ClaimStatus): string | null {
  if (city === null) return null;
  const pairItems = exchange.items.value.filter(({ code }) => code === from.code || code === to.code);
  return pairItems.flatMap(({ cities }) => cities).find(({ code }) => code === city)?.name ?? null;
}
