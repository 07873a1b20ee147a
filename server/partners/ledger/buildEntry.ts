import type { AccrualState, LedgerEntry, Reckoning } from '#core/contract/account/referral.ts';
import { unitsToDecimal } from '#core/exchange/amount.ts';
import { toClaimSide } from '#server/exchange/claims/view/claimStatus.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { type PartnerWithdrawalRow, toWithdrawalStatus } from '#server/platform/database/partnerRows.ts';
import { formatInstant } from '#server/platform/formatInstant.ts';
import { isWaiting } from './postAccrual.ts';
import { formatFunds } from './postEntry.ts';
import type { EntryRow } from './selectEntries.ts';

/** Builds a line of the ledger for its partner. */
export function buildEntry(
  { catalogue, now }: Pick<ExchangeContext, 'catalogue' | 'now'>,
  row: EntryRow,
): LedgerEntry {
  const { kind } = row;
  const number = catalogue.getSetting('usePublicId') ? row.public_number : row.number?.toString();
  return {
    id: Number(row.id),
    kind,
    status: kind === 'withdrawal' && row.status !== null ? toWithdrawalStatus(row.status) : null,
    state: kind === 'accrual' ? getState(row, now()) : null,
    summa: formatFunds(row.amount),
    currency: 'USD',
    claim: number ? { number } : null,
    code: row.code,
    sub: row.sub || null,
    reason: row.reason ?? row.reversal_reason,
    availableAt: kind === 'accrual' && row.amount > 0n ? formatInstant(row.available_at) : null,
    at: formatInstant(row.at),
    reckoning:
      row.reckoning === null ? null : nameCurrencies(catalogue, JSON.parse(row.reckoning) as Reckoning),
    withdrawal: buildEntryWithdrawal(catalogue, row),
  };
}

/** Adds display names for the currency codes of the stored reckoning. */
function nameCurrencies(catalogue: ExchangeContext['catalogue'], reckoning: Reckoning): Reckoning {
  const from = catalogue.findCurrencyByCode(reckoning.from);
  const to = catalogue.findCurrencyByCode(reckoning.to);
  return {
    ...reckoning,
    ...(from && { fromSide: toClaimSide(from) }),
    ...(to && { toSide: toClaimSide(to) }),
  };
}

function getState(row: EntryRow, now: number): AccrualState {
  const { amount, reversal_reason, available_at } = row;
  if (isWaiting(row)) return 'pending';
  if (amount === 0n || reversal_reason !== null) return 'void';
  return available_at > BigInt(now) ? 'pending' : 'available';
}

function buildEntryWithdrawal(
  catalogue: ExchangeContext['catalogue'],
  { withdrawal_id: id, masked, currency_id, course, fee, payout, reference }: EntryRow,
): LedgerEntry['withdrawal'] {
  if (id === null || masked === null || currency_id === null || course === null) return null;
  const target = buildTarget(catalogue, {
    masked,
    currency_id,
    course,
    fee: fee ?? 0n,
    payout: payout ?? 0n,
    reference,
  });
  return { id, ...target };
}

/** Builds the destination of a withdrawal, and its payout amount. */
export function buildTarget(
  catalogue: ExchangeContext['catalogue'],
  {
    masked,
    currency_id,
    course,
    fee,
    payout,
    reference,
  }: Pick<PartnerWithdrawalRow, 'masked' | 'currency_id' | 'course' | 'fee' | 'payout' | 'reference'>,
) {
  const currency = catalogue.getCurrency(Number(currency_id));
  if (!currency) throw new Error(`The currency of a withdrawal is missing: ${currency_id}`);
  return {
    requisite: masked,
    to: toClaimSide(currency),
    toSumma: unitsToDecimal(payout, currency.decimals),
    course,
    fee: formatFunds(fee),
    reference,
  };
}
