import type { ClaimStatus } from '#core/contract/claim.ts';
import type { ExchangeModel } from '#core/exchange/form/exchangeModel.ts';

/** City name of a cash claim. Null without cash, and until the form has the list of cities. */
export function findCityName(exchange: ExchangeModel, { city, from, to }: ClaimStatus): string | null {
  if (city === null) return null;
  const pairItems = exchange.items.value.filter(({ code }) => code === from.code || code === to.code);
  return pairItems.flatMap(({ cities }) => cities).find(({ code }) => code === city)?.name ?? null;
}
