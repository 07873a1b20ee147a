import { sql, type Kysely } from 'kysely';
import { REFERRAL_DECIMALS } from '#core/contract/account/referral.ts';
import { decimalToUnits } from '#core/exchange/amount.ts';
import { toExchangeDay } from '#core/exchange/exchangeDay.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { isAnyOf } from '#server/platform/database/isAnyOf.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import type { ClaimEventData } from '../referral/partnerEvents.ts';
import { addToDays, type CountedFact, type Counts } from './dayCounts.ts';
import { listOwnClaimFacts } from './ownClaimFacts.ts';
import { getClaimKeys, selectUncounted, type UncountedEvent } from './uncountedEvents.ts';

/** Lock by which one process counts at a time. It is released at the end of the transaction, even after an error. */
export const STATISTICS_LOCK = 'partner-statistics';

/** Rows per transaction. */
export const COUNT_BATCH_SIZE = 500;

/**
 * Adds a batch of events to the days of their partners, once. Events of test claims do not change the statistics.
 * Returns the number of events.
 */
export function countEvents({ db, now }: Pick<ExchangeContext, 'db' | 'now'>): Promise<number> {
  return runInTransaction(
    db,
    async trx => {
      const events = await selectUncounted(trx).limit(COUNT_BATCH_SIZE).execute();
      if (events.length === 0) return 0;
      const live = events.filter(({ mode }) => mode === 'live');
      const facts = [...live.flatMap(event => toFact(event) ?? []), ...(await listOwnClaimFacts(trx, live))];
      await addToDays(trx, facts);
      await addClaimIncome(trx, live);
      await trx
        .updateTable('partner_events')
        .set({ counted_at: BigInt(now()) })
        .where(
          isAnyOf(
            trx,
            'id',
            events.map(({ id }) => id),
          ),
        )
        .execute();
      return events.length;
    },
    [STATISTICS_LOCK],
  );
}

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
async function addClaimIncome(trx: Kysely<DatabaseSchema>, events: readonly UncountedEvent[]): Promise<void> {
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
