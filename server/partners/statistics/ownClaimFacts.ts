import type { Kysely } from 'kysely';
import type { AccrualReason } from '#core/contract/account/referral.ts';
import { toExchangeDay } from '#core/exchange/exchangeDay.ts';
import { isAnyOf } from '#server/platform/database/isAnyOf.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import type { CountedFact, Counts } from './dayCounts.ts';
import { getClaimKeys, type UncountedEvent } from './uncountedEvents.ts';

/**
 * Moves the partner's own claims from the statistics of its links to the row of own claims. Only the accrual of the
 * completed claim determines that it is one: until then it is counted like any other.
 */
export async function listOwnClaimFacts(
  trx: Kysely<DatabaseSchema>,
  events: readonly UncountedEvent[],
): Promise<CountedFact[]> {
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
