import { CLAIM_STATUSES } from '#core/claim/status.ts';
import type { Units } from '#core/exchange/amount.ts';
import { hasUnsettledMoney } from '#server/exchange/catalogue/reserveLedger.ts';
import { AWAITED_PAYMENT_STATUSES } from '#server/exchange/claims/claimStatusSets.ts';
import { getAmountDeviation, selectReceivedTotal } from '#server/exchange/claims/payment/receivedTotal.ts';
import { defineCall, flag, optional, refuse } from '../defineCommand.ts';
import { formatInstant, formatTable, MAX_LISTED_ROWS } from '../formatText.ts';
import { oneOf, parseCurrency, parsePositiveAmount } from '../parseValue.ts';
import {
  formatReceivedAmount,
  formatSentAmount,
  selectClaimsWithCurrencies,
  type ClaimWithCurrencies,
} from './findClaim.ts';

/** Lists claims without personal data. */
export const claimsCommands = [
  {
    name: 'claims',
    summary: `list the newest ${MAX_LISTED_ROWS} claims, or those that a payment may belong to`,
    help: {
      '--status': `only claims with this status: ${CLAIM_STATUSES.join(', ')}`,
      '--unsettled':
        'only claims with money that arrived after their end; `return` records that it was sent back',
      '--currency, --amount':
        'claims that a payment of this amount may belong to: first those with exactly this amount, then those within 0.5 %, also expired and cancelled ones',
    },
    examples: ['claims --status hold', 'claims --currency LTC --amount 0.50001'],
  },
  defineCall(
    'claims [--status <status>] [--unsettled]',
    { status: optional(oneOf('status', CLAIM_STATUSES)), unsettled: flag },
    async ({ db }, { status, unsettled }) => {
      const rows = await selectClaimsWithCurrencies(db)
        .$if(status !== undefined, query => query.where('claims.status', '=', status ?? 'new'))
        .$if(unsettled, query => query.where(hasUnsettledMoney))
        .orderBy('claims.number', 'desc')
        .limit(MAX_LISTED_ROWS)
        .execute();
      return formatClaims(rows);
    },
  ),
  defineCall(
    'claims --currency <code> --amount <amount>',
    { currency: parseCurrency, amount: text => text || refuse() },
    async ({ db }, { currency, amount: text }) => {
      const amount = parsePositiveAmount(text, currency.decimals, currency.code);
      const rows = await selectClaimsWithCurrencies(db)
        .select(selectReceivedTotal())
        .where('claims.from_id', '=', BigInt(currency.id))
        .where('claims.status', 'in', AWAITED_PAYMENT_STATUSES)
        .where(({ or, and, eb }) =>
          or([
            and([
              eb('claims.from_amount', '>=', (amount * 1000n) / 1005n),
              eb('claims.from_amount', '<=', (amount * 1000n) / 995n + 1n),
            ]),
            eb('claims.status', '=', 'hold'),
          ]),
        )
        .orderBy('claims.number', 'desc')
        .execute();
      const payees = rows
        .map(row => ({ row, amounts: [row.from_amount, row.from_amount - BigInt(row.received ?? 0)] }))
        .filter(({ amounts }) => amounts.some(expected => isWithinTolerance(amount, expected)));
      const sorted = payees.toSorted(
        (a, b) => Number(b.amounts.includes(amount)) - Number(a.amounts.includes(amount)),
      );
      return formatClaims(sorted.slice(0, MAX_LISTED_ROWS).map(({ row }) => row));
    },
  ),
];

/** Whether a payment is accepted for a claim that expects `expected`: it differs by at most 0.5 % of it. */
const isWithinTolerance = (amount: Units, expected: Units) =>
  expected > 0n && getAmountDeviation(amount, expected) === null;

function formatClaims(rows: readonly ClaimWithCurrencies[]): string {
  return formatTable(rows, 'No claims.', {
    NUMBER: ({ number }) => String(number),
    PUBLIC: row => row.public_number,
    STATUS: row => [row.status, row.reason].filter(Boolean).join(', '),
    FROM: row => formatSentAmount(row, row.from_amount),
    TO: row => formatReceivedAmount(row, row.to_amount),
    CREATED: row => formatInstant(row.created_at),
    ID: ({ id }) => id,
  });
}
