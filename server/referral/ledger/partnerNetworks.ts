import { sql, type Kysely } from 'kysely';
import type { ServerContext } from '../../context.ts';
import type { DatabaseSchema } from '../../database/schema.ts';

/** How long a network counts as a partner's, milliseconds. */
export const NETWORK_WINDOW_MS = 30 * 86_400_000;

/**
 * Notes that the account of a partner is used from a network; nothing for an account without a partner. `network`: IPv4
 * address or IPv6 /64, stored as the same hash as a claim's. A claim whose hash was made with an earlier key is not
 * recognized.
 */
export async function recordPartnerNetwork(
  { db, keys, now }: Pick<ServerContext, 'db' | 'keys' | 'now'>,
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

/** How exactly the last use of a network is noted by reading pages, milliseconds: they cost one write an hour. */
const NOTE_PRECISION_MS = 3_600_000;

/** The same, unless the network was noted within the last hour. */
export async function notePartnerNetwork(
  context: Pick<ServerContext, 'db' | 'keys' | 'now'>,
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

/** Whether a partner's account was used from the network of a claim in the 30 days before it, or since. */
export async function isPartnerNetwork(
  db: Kysely<DatabaseSchema>,
  partnerId: string,
  { address_hash, created_at }: { address_hash: string; created_at: bigint },
): Promise<boolean> {
  const row = await db
    .selectFrom('partner_networks')
    .select('id')
    .where('partner_id', '=', partnerId)
    .where('network_hash', '=', address_hash)
    .where('seen_at', '>=', created_at - BigInt(NETWORK_WINDOW_MS))
    .executeTakeFirst();
  return row !== undefined;
}
