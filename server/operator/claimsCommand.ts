import { CLAIM_STATUSES, type ClaimStatusCode } from '#core/claim/status.ts';
import { unitsToDecimal, type Units } from '#core/exchange/amount.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { hasUnsettledMoney } from '../catalogue/reserveLedger.ts';
import { AWAITED_PAYMENT_STATUSES } from '../claims/claimStatusSets.ts';
import { getAmountDeviation, selectReceivedTotal } from '../claims/payment/receivedTotal.ts';
import { describeUnknownCurrency } from './catalogue/currencyPair.ts';
import {
  formatColumns,
  createSuccess,
  formatInstant,
  createFailure,
  formatUsage,
  type CommandOptions,
  type CommandResult,
  type OperatorCommand,
  type OperatorContext,
} from './operatorCommand.ts';
import { selectClaimsWithCurrencies, type ClaimWithCurrencies } from './findClaim.ts';
import { parseAmountArgument } from './parseAmountArgument.ts';

/** Maximum number of claims shown. */
const MAX_LISTED_CLAIMS = 50;

/** Lists claims without personal data. */
export const claimsCommand: OperatorCommand = {
  usage: ['claims [--status <status>] [--unsettled]', 'claims --currency <code> --amount <amount>'],
  summary: `list the newest ${MAX_LISTED_CLAIMS} claims, or those that a payment may belong to`,
  help: [
    `--status     only claims with this status: ${CLAIM_STATUSES.join(', ')}`,
    '--unsettled  only claims with money that arrived after their end; `return` records that it was sent back',
    '--currency, --amount',
    '             claims that a payment of this sum may belong to: first those with exactly this sum, then',
    '             those within 0.5 %, also expired and cancelled ones',
  ],
  examples: ['claims --status hold', 'claims --currency LTC --amount 0.50001'],
  options: ['status', 'unsettled', 'currency', 'amount'],
  argumentRange: [0, 0],
  async run(context, _, options) {
    const { status, unsettled = false, currency, amount } = options;
    if (currency !== undefined || amount !== undefined) return listPossiblePayees(context, options);
    if (status !== undefined && !isClaimStatus(status))
      return createFailure(`Unknown status “${status}”. Statuses: ${CLAIM_STATUSES.join(', ')}.`);
    const rows = await selectClaimsWithCurrencies(context.db)
      .$if(status !== undefined, query => query.where('claims.status', '=', status as ClaimStatusCode))
      .$if(unsettled, query => query.where(hasUnsettledMoney))
      .orderBy('claims.number', 'desc')
      .limit(MAX_LISTED_CLAIMS)
      .execute();
    return createSuccess(formatClaims(rows));
  },
};

/** Lists claims that expect exactly the sum of a payment before those within the tolerance, the newest first. */
async function listPossiblePayees(
  { db, catalogue }: OperatorContext,
  options: CommandOptions,
): Promise<CommandResult> {
  const payment = parsePayment(catalogue, options);
  if (typeof payment === 'string') return createFailure(payment);
  const { currencyId, amount } = payment;
  const rows = await selectClaimsWithCurrencies(db)
    .select(selectReceivedTotal())
    .where('claims.from_id', '=', currencyId)
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
  const payees = rows.flatMap(row => {
    const rest = row.from_amount - BigInt(row.received ?? 0);
    const expected = [row.from_amount, rest].filter(sum => isWithinTolerance(amount, sum));
    return expected.length === 0 ? [] : [{ row, isExact: expected.includes(amount) }];
  });
  const [exact, near] = [payees.filter(({ isExact }) => isExact), payees.filter(({ isExact }) => !isExact)];
  return createSuccess(formatClaims([...exact, ...near].slice(0, MAX_LISTED_CLAIMS).map(({ row }) => row)));
}

/** Whether a payment is accepted for a claim that expects `sum`: it differs by at most 0.5 % of it. */
function isWithinTolerance(amount: Units, sum: Units): boolean {
  return sum > 0n && getAmountDeviation(amount, sum) === null;
}

/** Parses the payment that the options describe, or returns why they do not describe one. */
function parsePayment(
  catalogue: Catalogue,
  { currency: code, amount: text, status, unsettled }: CommandOptions,
): { currencyId: bigint; amount: Units } | string {
  if (code === undefined || text === undefined || status !== undefined || unsettled)
    return formatUsage(claimsCommand);
  const currency = catalogue.findCurrencyByCode(code);
  if (!currency) return describeUnknownCurrency(code);
  const amount = parseAmountArgument(text, currency.decimals);
  if (!amount)
    return `“${text}” is not a positive amount of ${currency.code} with at most ${currency.decimals} decimals.`;
  return { currencyId: BigInt(currency.id), amount };
}

function formatClaims(rows: readonly ClaimWithCurrencies[]): string {
  if (rows.length === 0) return 'No claims.';
  const lines = rows.map(row => [
    String(row.number),
    row.public_number,
    [row.status, row.reason].filter(Boolean).join(', '),
    `${unitsToDecimal(row.from_amount, Number(row.from_decimals))} ${row.from_code}`,
    `${unitsToDecimal(row.to_amount, Number(row.to_decimals))} ${row.to_code}`,
    formatInstant(row.created_at),
    row.id,
  ]);
  return formatColumns([['NUMBER', 'PUBLIC', 'STATUS', 'FROM', 'TO', 'CREATED', 'ID'], ...lines]);
}

/** Returns whether the text is a claim status. */
export const isClaimStatus = (text: string): text is ClaimStatusCode =>
  (CLAIM_STATUSES as readonly string[]).includes(text);
