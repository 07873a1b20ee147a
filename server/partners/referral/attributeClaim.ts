import { sql } from 'kysely';
import type { ClaimStatusCode } from '#core/claim/status.ts';
import type { VisitorSource } from '#server/exchange/claims/claimSubscribers.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { WriteQuery } from '#server/platform/database/executeTogether.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { ClaimEventData } from './partnerEvents.ts';
import { NOT_OPENED } from './claimNetworks.ts';
import { selectActivePartners } from './partnerState.ts';
import { parseReferralCode } from './referralCode.ts';

/** A claim to attribute, with the hashes that identify a partner's own requisites. */
export interface AttributableClaim extends Pick<ClaimRow, 'id' | 'status' | 'refferal' | 'created_at'> {
  requisiteHashes: readonly string[];
}

/**
 * Builds the writes that attribute a new claim to the partner of its referral, to run together with its insertion. They
 * write nothing if no active partner has the code.
 */
export function buildAttribution(
  trx: Db,
  claim: AttributableClaim,
  { host, utm, creatorHash }: VisitorSource,
): WriteQuery[] {
  const referral = parseReferralCode(claim.refferal);
  if (!referral) return [];
  const data: ClaimEventData = { from_status: null, to_status: claim.status, reason: null };
  const text = (value: string | null) => sql<string>`cast(${value} as text)`;
  const time = sql<bigint>`cast(${claim.created_at} as bigint)`;
  const partner = selectActivePartners(trx)
    .innerJoin('referral_codes', 'referral_codes.partner_id', 'partners.id')
    .select('partners.id as partner_id')
    .where('referral_codes.code', '=', referral.code);
  return [
    trx
      .insertInto('claim_referrals')
      .columns([
        'partner_id',
        'claim_id',
        'code',
        'sub',
        'host',
        'utm',
        'requisite_hashes',
        'status',
        'creator_hash',
        'opener_hash',
        'created_at',
      ])
      .expression(
        partner.select([
          text(claim.id).as('claim_id'),
          text(referral.code).as('code'),
          text(referral.sub).as('sub'),
          text(host).as('host'),
          text(utm && JSON.stringify(utm)).as('utm'),
          text(JSON.stringify(claim.requisiteHashes)).as('requisite_hashes'),
          sql<ClaimStatusCode>`cast(${claim.status} as text)`.as('status'),
          text(creatorHash ?? null).as('creator_hash'),
          text(creatorHash === undefined ? null : NOT_OPENED).as('opener_hash'),
          time.as('created_at'),
        ]),
      ),
    trx
      .insertInto('partner_events')
      .columns(['partner_id', 'kind', 'mode', 'claim_id', 'data', 'at'])
      .expression(
        partner.select([
          text('claim.created').as('kind'),
          text('live').as('mode'),
          text(claim.id).as('claim_id'),
          text(JSON.stringify(data)).as('data'),
          time.as('at'),
        ]),
      ),
  ];
}
