import { unitsToDecimal } from '#core/exchange/amount.ts';
import { loadSeenPayments } from '#server/exchange/claims/payment/seenPayments.ts';
import { listSourceStates } from '#server/exchange/payments/sourceStates.ts';
import { selectUnmatchedPayments } from '#server/exchange/payments/unmatchedPayments.ts';
import { anyText, defineCall, defineChange, flag } from '../defineCommand.ts';
import { formatInstant, formatTable, MAX_LISTED_ROWS } from '../formatText.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { parseCurrency } from '../parseValue.ts';
import { dismissPayment } from './waitingTransfers.ts';

/** Lists what nodes report, and dismisses what belongs to no claim. */
export const paymentsCommands = [
  {
    name: 'payments',
    summary: 'show how far nodes are read, and the newest payments that they report',
    help: {
      '--unmatched':
        'only payments that belong to no known claim; `claim <id> --amount … --reference …` records one of them',
      dismiss: 'take a payment off that list: it belongs to no claim, or is recorded in another currency',
      '<currency>': 'code of the currency that it arrived in',
      '<reference>': 'its reference in the list',
    },
    examples: [
      'payments',
      'payments --unmatched',
      'payments dismiss ETH 0x4e3a3754410177e6937ef1f84bba68ea139e8d1a2258c5f85db9f1cd715a1bdd:0',
    ],
  },
  defineCall('payments [--unmatched]', { unmatched: flag }, async (context, { unmatched }) =>
    unmatched
      ? formatUnmatched(context)
      : `${await formatSources(context)}\n\n${await formatPayments(context)}`,
  ),
  defineChange(
    'payments dismiss <currency> <reference>',
    { currency: parseCurrency, reference: anyText },
    dismissPayment,
    [],
  ),
];

async function formatSources(context: OperatorContext): Promise<string> {
  const states = await listSourceStates(context, context.db);
  return formatTable(states, 'No node is configured.', {
    SOURCE: ({ name }) => name,
    BLOCK: ({ height }) => (height === null ? '' : String(height)),
    CHECKED: ({ checkedAt }) => (checkedAt === null ? 'never' : formatInstant(checkedAt)),
    STATE: ({ isSilent }) => (isSilent ? 'SILENT' : 'read'),
  });
}

async function formatUnmatched({ db }: OperatorContext): Promise<string> {
  const rows = await selectUnmatchedPayments(db)
    .selectAll('observed_payments')
    .select(['code', 'decimals'])
    .orderBy('first_seen_at')
    .limit(MAX_LISTED_ROWS)
    .execute();
  return formatTable(rows, 'No unmatched payments.', {
    SEEN: row => formatInstant(row.first_seen_at),
    AMOUNT: row => `${unitsToDecimal(row.amount, Number(row.decimals))} ${row.code}`,
    ADDRESS: row => row.address,
    REFERENCE: row => row.reference,
    MEMO: row => row.memo ?? '',
  });
}

async function formatPayments({ db }: OperatorContext): Promise<string> {
  const rows = await db
    .selectFrom('observed_payments')
    .innerJoin('currencies', 'currencies.id', 'observed_payments.currency_id')
    .leftJoin('claims', 'claims.id', 'observed_payments.claim_id')
    .selectAll('observed_payments')
    .select(['code', 'decimals', 'claims.number'])
    .orderBy('first_seen_at', 'desc')
    .limit(MAX_LISTED_ROWS)
    .execute();
  const seen = await loadSeenPayments(
    db,
    rows.flatMap(({ claim_id }) => claim_id ?? []),
  );
  const describeState = ({
    reference,
    claim_id,
    height,
    recorded_at,
    dismissed_at,
  }: (typeof rows)[number]) => {
    if (recorded_at !== null) return 'recorded';
    if (dismissed_at !== null) return 'dismissed';
    const pending = seen.find(one => one.reference === reference);
    if (pending) return `${pending.have} of ${pending.need}`;
    const match = claim_id === null ? 'unmatched' : 'late';
    return height === null ? `${match}, waits for a block` : match;
  };
  return formatTable(rows, 'No payments.', {
    SEEN: row => formatInstant(row.first_seen_at),
    AMOUNT: row => `${unitsToDecimal(row.amount, Number(row.decimals))} ${row.code}`,
    CLAIM: row => String(row.number ?? ''),
    STATE: describeState,
    REFERENCE: row => row.reference,
  });
}
