import { sql, type Insertable, type Selectable, type SqlBool } from 'kysely';
import type { ClaimEventRow } from '#server/platform/database/claimRows.ts';
import type { PartnerEventRow } from '#server/platform/database/partnerRows.ts';
import type { Db } from '#server/platform/database/schema.ts';

/** Data of `claim.created` and `claim.status`. */
export type ClaimEventData = Pick<ClaimEventRow, 'from_status' | 'to_status' | 'reason'>;

/** An event to record. `data` is stored as JSON, so it must not contain a bigint. */
export type NewPartnerEvent = Omit<Insertable<PartnerEventRow>, 'data'> & { data: object };

/** Whether the event is of a test claim. A literal, because SQLite uses a partial index only for a known value. */
export const isTestEvent = sql<SqlBool>`mode = 'test'`;

/** Records an event in the transaction of the change that it reports. */
export async function recordPartnerEvent(trx: Db, { data, ...event }: NewPartnerEvent): Promise<void> {
  await trx
    .insertInto('partner_events')
    .values({ ...event, data: JSON.stringify(data) })
    .execute();
}

/** Records the new status of a claim for its attributed partner, if there is one. */
export async function recordClaimStatus(trx: Db, event: Selectable<ClaimEventRow>): Promise<void> {
  const { claim_id, from_status, to_status, reason, at } = event;
  const data: ClaimEventData = { from_status, to_status, reason };
  await trx
    .insertInto('partner_events')
    .columns(['partner_id', 'kind', 'mode', 'claim_id', 'data', 'at'])
    .expression(eb =>
      eb
        .selectFrom('claim_referrals')
        .select([
          'partner_id',
          sql<string>`cast('claim.status' as text)`.as('kind'),
          sql<string>`cast('live' as text)`.as('mode'),
          'claim_id',
          sql<string>`cast(${JSON.stringify(data)} as text)`.as('data'),
          sql<bigint>`cast(${at} as bigint)`.as('at'),
        ])
        .where('claim_id', '=', claim_id),
    )
    .execute();
}
