import { sql, type InferResult } from 'kysely';
import { REFERRAL_DECIMALS, type AccrualReason } from '#core/contract/account/referral.ts';
import { decimalToUnits } from '#core/exchange/amount.ts';
import { toExchangeDay } from '#core/exchange/exchangeDay.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { isAnyOf } from '#server/platform/database/columnConditions.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { ClaimEventData } from '../referral/partnerEvents.ts';
import { addToDays, type CountedFact, type Counts } from './dayCounts.ts';

/** Lock by which one process counts at a time. It is released at the end of the transaction, even after an error. */
const STATISTICS_LOCK = 'partner-statistics';

/** Rows per transaction. */
export const COUNT_BATCH_SIZE = 500;

/**
 * Counts a batch of rows of a table that are not counted yet, once. `select` returns the rows, the oldest first. Returns
 * their number.
 */
export function countBatch<Row extends { id: bigint }>(
  { db, now }: Pick<ExchangeContext, 'db' | 'now'>,
  table: 'partner_events' | 'referral_clicks',
  select: (trx: Db) => Promise<Row[]>,
  count: (trx: Db, rows: readonly Row[]) => Promise<void>,
): Promise<number> {
  return runInTransaction(
    db,
    async trx => {
      const rows = await select(trx);
      if (rows.length === 0) return 0;
      await count(trx, rows);
      const ids = rows.map(({ id }) => id);
      await trx
        .updateTable(table)
        .set({ counted_at: BigInt(now()) })
        .where(isAnyOf(trx, 'id', ids))
        .execute();
      return rows.length;
    },
    [STATISTICS_LOCK],
  );
}

/**
 * Adds a batch of events to the days of their partners, once. Events of test claims do not change the statistics.
 * Returns the number of events.
 */
export const countEvents = (context: Pick<ExchangeContext, 'db' | 'now'>): Promise<number> =>
  countBatch(
    context,
    'partner_events',
    trx => selectUncounted(trx).limit(COUNT_BATCH_SIZE).execute(),
    async (trx, events) => {
      const live = events.filter(({ mode }) => mode === 'live');
      const facts = [...live.flatMap(event => toFact(event) ?? []), ...(await listOwnClaimFacts(trx, live))];
      await addToDays(trx, facts);
      await addClaimIncome(trx, live);
    },
  );

/** Converts an event to counts; null if it is not counted. */
function toFact(event: UncountedEvent): CountedFact | null {
  const counts = toCounts(event);
  if (!counts) return null;
  const { partner_id, at } = event;
  return { partnerId: partner_id, day: toExchangeDay(Number(at)), keys: getClaimKeys(event), counts };
}

function toCounts(event: UncountedEvent): Partial<Counts> | null {
  if (event.kind === 'claim.created') return { claims: 1n };
  if (event.kind === 'claim.status') {
    const { to_status } = JSON.parse(event.data) as ClaimEventData;
    return to_status === 'completed' ? { completed: 1n, turnover: event.turnover ?? 0n } : null;
  }
  const income = readIncome(event);
  return income === null ? null : { income };
}

/** Returns the change of the partner's income by an event; null if it is not an accrual. */
function readIncome({ kind, data }: Pick<UncountedEvent, 'kind' | 'data'>): bigint | null {
  if (kind !== 'accrual.created' && kind !== 'accrual.voided') return null;
  const { summa } = JSON.parse(data) as { summa: string };
  const units = decimalToUnits(summa.replace('-', ''), REFERRAL_DECIMALS);
  return kind === 'accrual.created' ? units : -units;
}

/** Adds the income of events to their claims, for the history. */
async function addClaimIncome(trx: Db, events: readonly UncountedEvent[]): Promise<void> {
  const incomes = new Map<string, bigint>();
  for (const event of events) {
    const income = readIncome(event);
    if (income !== null && event.claim_id !== null)
      incomes.set(event.claim_id, (incomes.get(event.claim_id) ?? 0n) + income);
  }
  for (const [claimId, income] of incomes)
    await trx
      .updateTable('claim_referrals')
      .set({ income: sql`coalesce(income, 0) + ${income}` })
      .where('claim_id', '=', claimId)
      .execute();
}

/** An event that is not counted yet, with its claim. */
export type UncountedEvent = InferResult<ReturnType<typeof selectUncounted>>[number];

/** Selects the events that are not counted, the oldest first, with the sources of their claims. */
export function selectUncounted(trx: Db) {
  return trx
    .selectFrom('partner_events as event')
    .leftJoin('claim_referrals as referral', 'referral.claim_id', 'event.claim_id')
    .leftJoin('claims', 'claims.id', 'event.claim_id')
    .leftJoin('currencies as from', 'from.id', 'claims.from_id')
    .leftJoin('currencies as to', 'to.id', 'claims.to_id')
    .select([
      'event.id',
      'event.partner_id',
      'event.kind',
      'event.mode',
      'event.claim_id',
      'event.data',
      'event.at',
      'referral.code',
      'referral.sub',
      'referral.host',
      'claims.turnover',
      'claims.created_at as claim_created_at',
      'from.code as from_code',
      'to.code as to_code',
    ])
    .where('event.counted_at', 'is', null)
    .orderBy('event.id');
}

/** Returns the statistics keys of an event's claim. */
export const getClaimKeys = ({
  code,
  sub,
  host,
  from_code,
  to_code,
}: Pick<UncountedEvent, 'code' | 'sub' | 'host' | 'from_code' | 'to_code'>): NonNullable<
  CountedFact['keys']
> => ({
  link: code ?? '',
  sub: sub ?? '',
  pair: from_code === null || to_code === null ? '' : `${from_code} ${to_code}`,
  host: host ?? '',
});

/**
 * Moves the partner's own claims from the statistics of its links to the row of own claims. Only the accrual of the
 * completed claim determines that it is one: until then it is counted like any other.
 */
export async function listOwnClaimFacts(trx: Db, events: readonly UncountedEvent[]): Promise<CountedFact[]> {
  const own = events.filter(isOwnClaim);
  if (own.length === 0) return [];
  const completions = await trx
    .selectFrom('claim_events')
    .select(({ fn }) => ['claim_id', fn.max('at').as('at')])
    .where(
      isAnyOf(
        trx,
        'claim_id',
        own.flatMap(({ claim_id }) => claim_id ?? []),
      ),
    )
    .where('to_status', '=', 'completed')
    .groupBy('claim_id')
    .execute();
  const completedAt = new Map(completions.map(({ claim_id, at }) => [claim_id, Number(at)]));
  return own.flatMap(event => {
    const { claim_created_at, claim_id, at, turnover } = event;
    const completed = completedAt.get(claim_id ?? '') ?? Number(at);
    return [
      ...moveCounts(event, Number(claim_created_at ?? at), { claims: 1n }),
      ...moveCounts(event, completed, { completed: 1n, turnover: turnover ?? 0n }),
    ];
  });
}

/** Whether the event identifies the claim as the partner's own. */
function isOwnClaim({ kind, data }: UncountedEvent): boolean {
  if (kind !== 'accrual.voided') return false;
  const { reason } = JSON.parse(data) as { reason?: string };
  return reason === ('self' satisfies AccrualReason);
}

function moveCounts(event: UncountedEvent, at: number, counts: Partial<Counts>): CountedFact[] {
  const fact = { partnerId: event.partner_id, day: toExchangeDay(at) };
  const less = Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, -count]));
  return [
    { ...fact, keys: getClaimKeys(event), counts: less },
    { ...fact, keys: null, counts },
  ];
}
