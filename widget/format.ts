import type { ClaimStatus } from '#core/contract/claim.ts';
import type { CurrencyItem } from '#core/contract/calculator.ts';
import type { SideName } from '#core/exchange/course.ts';
import type { ExchangeModel, AmountFieldHint } from '#core/exchange/form/exchangeModel.ts';

/** Second line below a ticker: the network of a crypto currency, else the name. */
export function getNetworkLabel(item: CurrencyItem): string {
  return item.kind === 'crypto' ? (item.network ?? item.name) : item.name;
}

/** Destination of a claim's payout: «Сбербанк, 2202 •••• 4417», or «Наличные, Москва». */
export function formatDestination({ to, meeting, toRequisite }: ClaimStatus): string {
  return [to.name, meeting?.side === 'to' ? meeting.city : toRequisite].filter(Boolean).join(', ');
}

/** The exceeded limit and its side; null if both amounts are within their limits. Reads signals. */
export function findExceededLimit(
  exchange: ExchangeModel,
): { side: SideName; hint: Extract<AmountFieldHint, { kind: 'below_min' | 'above_max' }> } | null {
  const hints = { from: exchange.amountHint.from.value, to: exchange.amountHint.to.value };
  for (const side of ['from', 'to'] as const) {
    const hint = hints[side];
    if (hint.kind === 'below_min' || hint.kind === 'above_max') return { side, hint };
  }
  return null;
}
