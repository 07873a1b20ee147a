import type { Selectable } from 'kysely';
import type { ShopClaim } from '#core/contract/shop.ts';
import { buildReason } from '#server/exchange/claims/view/claimReason.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { isAnyOf } from '#server/platform/database/columnConditions.ts';
import type { PartnerEventRow } from '#server/platform/database/partnerRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { formatInstant } from '#server/platform/formatInstant.ts';
import type { ClaimEventData } from '../referral/partnerEvents.ts';
import { buildShopClaim, SHOP_CLAIM_COLUMNS } from '../shopClaims/shopClaimView.ts';

type StoredEvent = Pick<Selectable<PartnerEventRow>, 'kind' | 'mode' | 'claim_id' | 'data' | 'at'>;

/** Data of a claim in a webhook: the values that do not change. */
type PayloadClaim = Pick<
  ShopClaim,
  'id' | 'number' | 'mode' | 'fromSumma' | 'toSumma' | 'sub' | 'createdAt'
> & {
  from: string;
  to: string;
};

/** By id: builds the claim's data for webhooks, or throws if its row is damaged. */
type PayloadClaims = ReadonlyMap<string, () => PayloadClaim>;

/** Loads the claims of events. */
export async function loadPayloadClaims(
  context: Pick<ExchangeContext, 'catalogue'>,
  trx: Db,
  events: readonly StoredEvent[],
): Promise<PayloadClaims> {
  const listIds = (mode: StoredEvent['mode']) => [
    ...new Set(events.flatMap(event => (event.mode === mode ? (event.claim_id ?? []) : []))),
  ];
  const [liveIds, testIds] = [listIds('live'), listIds('test')];
  const live =
    liveIds.length === 0
      ? []
      : await trx
          .selectFrom('claims')
          .innerJoin('claim_referrals', 'claim_referrals.claim_id', 'claims.id')
          .select([...SHOP_CLAIM_COLUMNS, 'claim_referrals.sub'])
          .where(isAnyOf(trx, 'claims.id', liveIds))
          .execute();
  const test =
    testIds.length === 0
      ? []
      : await trx
          .selectFrom('test_claims')
          .selectAll()
          .where(isAnyOf(trx, 'id', testIds))
          .execute();
  // Each is built on demand: an invalid one must not block the others.
  return new Map(
    [...live, ...test].map(row => [row.id, () => toPayloadClaim(buildShopClaim(context, row))] as const),
  );
}

function toPayloadClaim(view: ShopClaim): PayloadClaim {
  const { id, number, mode, from, to, fromSumma, toSumma, sub, createdAt } = view;
  return { id, number, mode, from: from.code, to: to.code, fromSumma, toSumma, sub, createdAt };
}

/** Builds the body of a webhook: type, time and data, as Standard Webhooks recommends. No data of a client. */
export function buildPayload(event: StoredEvent, claims: PayloadClaims): object {
  const claim = event.claim_id === null ? null : (claims.get(event.claim_id)?.() ?? null);
  const timestamp = formatInstant(event.at);
  const data = JSON.parse(event.data) as Record<string, unknown>;
  switch (event.kind) {
    case 'claim.created':
    case 'claim.status': {
      const { from_status, to_status, reason } = data as unknown as ClaimEventData;
      const status = { status: to_status, previousStatus: from_status, ...buildReason(reason) };
      return { type: 'claim.status', timestamp, data: { ...status, claim } };
    }
    case 'accrual.created':
    case 'accrual.voided': {
      // A new accrual has no reason, and a void one no time.
      const { entry, summa, available_at: availableAt, reason } = data;
      return {
        type: event.kind,
        timestamp,
        data: { entry: String(entry), summa, currency: 'USD', availableAt, reason, claim },
      };
    }
    case 'withdrawal.status': {
      const { withdrawal, status, summa } = data;
      return {
        type: event.kind,
        timestamp,
        data: { withdrawal: String(withdrawal), status, summa, currency: 'USD' },
      };
    }
  }
}
