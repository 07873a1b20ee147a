import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import type { CountedFact } from './dayCounts.ts';

/** An event that is not counted yet, with its claim. */
export type UncountedEvent = Awaited<ReturnType<ReturnType<typeof selectUncounted>['execute']>>[number];

/** Selects the events that are not counted, the oldest first, with the sources of their claims. */
export function selectUncounted(trx: Kysely<DatabaseSchema>) {
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
