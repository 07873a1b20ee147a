import { sql } from 'kysely';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { isAnyOf } from '#server/platform/database/columnConditions.ts';
import type { Db } from '#server/platform/database/schema.ts';

/** How long a network counts as a partner's, milliseconds. */
export const NETWORK_WINDOW_MS = 30 * 86_400_000;

/**
 * Records that the account of a partner is used in a network; does nothing for an account without a partner. `network`:
 * IPv4 address or IPv6 /64, stored as the same hash as a claim's. A claim whose hash was made with an earlier key is
 * not recognized.
 */
export async function recordPartnerNetwork(
  { db, keys, now }: Pick<ExchangeContext, 'db' | 'keys' | 'now'>,
  userId: string,
  network: string,
): Promise<void> {
  const seen_at = BigInt(now());
  await db
    .insertInto('partner_networks')
    .columns(['partner_id', 'network_hash', 'seen_at'])
    .expression(eb =>
      eb
        .selectFrom('partners')
        .select([
          'id',
          sql<string>`cast(${keys.hash('claim-address', network)} as text)`.as('network_hash'),
          sql<bigint>`cast(${seen_at} as bigint)`.as('seen_at'),
        ])
        .where('user_id', '=', userId),
    )
    .onConflict(conflict => conflict.columns(['partner_id', 'network_hash']).doUpdateSet({ seen_at }))
    .execute();
}

/** Precision of the recorded last use of a network by pages and keys, milliseconds: it causes one write an hour. */
export const NOTE_PRECISION_MS = 3_600_000;

/** Like `recordPartnerNetwork`, unless the network was recorded within the last hour. */
export async function notePartnerNetwork(
  context: Pick<ExchangeContext, 'db' | 'keys' | 'now'>,
  userId: string,
  network: string,
): Promise<void> {
  const { db, keys, now } = context;
  const noted = await db
    .selectFrom('partners')
    .innerJoin('partner_networks', 'partner_networks.partner_id', 'partners.id')
    .select('partner_networks.id')
    .where('partners.user_id', '=', userId)
    .where('network_hash', '=', keys.hash('claim-address', network))
    .where('seen_at', '>', BigInt(now() - NOTE_PRECISION_MS))
    .executeTakeFirst();
  if (!noted) await recordPartnerNetwork(context, userId, network);
}

/** Records a network in which a shop has used a live key: it belongs to the shop's server, not to a client. */
export async function recordServerNetwork(
  { db, keys, now }: Pick<ExchangeContext, 'db' | 'keys' | 'now'>,
  partnerId: string,
  network: string,
): Promise<void> {
  const server_seen_at = BigInt(now());
  await db
    .insertInto('partner_networks')
    .values({
      partner_id: partnerId,
      network_hash: keys.hash('claim-address', network),
      seen_at: 0n,
      server_seen_at,
    })
    .onConflict(conflict => conflict.columns(['partner_id', 'network_hash']).doUpdateSet({ server_seen_at }))
    .execute();
}

/** Uses of a claim's networks by a partner. */
export interface FoundNetworks {
  /** Whether the partner's account was used in one of them. */
  isAccount: boolean;
  /** The networks in which the partner used a key. */
  servers: ReadonlySet<string>;
}

/** Finds the networks of a claim that a partner has used in the 30 days before it, or since. */
export async function findPartnerNetworks(
  db: Db,
  partnerId: string,
  { hashes, created_at }: { hashes: readonly string[]; created_at: bigint },
): Promise<FoundNetworks> {
  const since = created_at - BigInt(NETWORK_WINDOW_MS);
  const rows = await db
    .selectFrom('partner_networks')
    .select(['network_hash', 'seen_at', 'server_seen_at'])
    .where('partner_id', '=', partnerId)
    .where(isAnyOf(db, 'network_hash', hashes))
    .execute();
  const servers = rows.filter(({ server_seen_at }) => server_seen_at >= since);
  return {
    isAccount: rows.some(({ seen_at }) => seen_at >= since),
    servers: new Set(servers.map(({ network_hash }) => network_hash)),
  };
}
