import type { Context } from 'hono';
import type { ShopKeyScope, ShopMode } from '#core/contract/account/shopKeys.ts';
import { hashToken } from '#server/accounts/randomToken.ts';
import type { AccountContext } from '#server/accounts/accountContext.ts';
import { checkLimit } from '#server/platform/limits/checkLimit.ts';
import type { PartnerRow } from '#server/platform/database/partnerRows.ts';
import { isInSubnets, parseSubnets } from '#server/platform/http/request/ipAddress.ts';
import { createProblem } from '#server/platform/http/problem.ts';
import { formatInstant } from '#server/platform/formatInstant.ts';
import { isPartnerOff } from '../referral/partnerState.ts';
import { NOTE_PRECISION_MS, recordServerNetwork } from '../ledger/partnerNetworks.ts';
import { isShopKey } from './shopKeyFormat.ts';

/** The shop that sends a request. */
export interface ShopClient {
  keyId: string;
  mode: ShopMode;
  partner: Pick<PartnerRow, 'id'>;
}

/** Precision of the recorded last use of a key, milliseconds: a busy key causes one write a minute. */
const USE_PRECISION_MS = 60_000;

/** Maximum number of uses in memory. */
const MAX_REMEMBERED_USES = 10_000;

const unknownProblem = createProblem(401, 'key_unknown');

/** Returns the function that checks the key of a request; all requests of a process share it. */
export function createShopKeyGuard(context: Pick<AccountContext, 'db' | 'keys' | 'now' | 'getLimit'>) {
  /** When this process last recorded a use: `key scope` and `partner network` → milliseconds. */
  const recordedUses = new Map<string, number>();

  /** Whether to record a use: the last record is older than `precisionMs`. */
  function isDue(name: string, at: number, precisionMs: number): boolean {
    if (at - (recordedUses.get(name) ?? -Infinity) < precisionMs) return false;
    if (recordedUses.size >= MAX_REMEMBERED_USES) recordedUses.clear();
    recordedUses.set(name, at);
    return true;
  }

  async function recordUse(keyId: string, scope: ShopKeyScope): Promise<void> {
    const at = context.now();
    if (!isDue(`${keyId} ${scope}`, at, USE_PRECISION_MS)) return;
    const used_at = BigInt(at);
    await context.db
      .insertInto('shop_key_uses')
      .columns(['key_id', 'scope', 'used_at'])
      .expression(eb =>
        eb
          .selectFrom('shop_keys')
          .select(({ cast, val }) => [
            'id',
            cast<ShopKeyScope>(val(scope), 'text').as('scope'),
            cast<bigint>(val(used_at), 'bigint').as('used_at'),
          ])
          // The key may have been revoked.
          .where('id', '=', keyId),
      )
      .onConflict(conflict => conflict.columns(['key_id', 'scope']).doUpdateSet({ used_at }))
      .execute();
  }

  /**
   * Finds the shop of a request. 401 for an unknown key; 403 for a key that has expired, lacks the scope, or may not be
   * used in this network, and for a partner that is off; 429 beyond the key's limit.
   */
  return async (c: Context, scope: ShopKeyScope): Promise<ShopClient> => {
    const text = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
    if (text === undefined || !isShopKey(text)) throw unknownProblem;
    const row = await context.db
      .selectFrom('shop_keys')
      .innerJoin('partners', 'partners.id', 'shop_keys.partner_id')
      .innerJoin('users', 'users.id', 'partners.user_id')
      .select([
        'shop_keys.id',
        'shop_keys.mode',
        'scopes',
        'networks',
        'expires_at',
        'partner_id',
        'switched_off_at',
        'users.blocked_at',
      ])
      .where('shop_keys.hash', '=', hashToken(text))
      .executeTakeFirstOrThrow(() => unknownProblem);
    // Test claims cost the partner nothing but load the exchange: the partner's test keys share one limit.
    await checkLimit(context, 'shopKey', row.mode === 'test' ? row.partner_id : row.id);
    if (row.expires_at !== null && row.expires_at <= BigInt(context.now()))
      throw createProblem(403, 'key_expired', { expiresAt: formatInstant(row.expires_at) });
    const networks = JSON.parse(row.networks) as string[];
    const { clientAddress } = c.var;
    if (networks.length > 0 && !isInSubnets(parseSubnets(networks), clientAddress))
      throw createProblem(403, 'network_forbidden', { network: clientAddress });
    if (!(JSON.parse(row.scopes) as string[]).includes(scope))
      throw createProblem(403, 'scope_missing', { scope, detail: `У ключа нет права ${scope}` });
    if (isPartnerOff(row)) throw createProblem(403, 'partner_off');
    await recordUse(row.id, scope);
    const network = `${row.partner_id} ${c.var.clientNetwork}`;
    if (row.mode === 'live' && isDue(network, context.now(), NOTE_PRECISION_MS))
      await recordServerNetwork(context, row.partner_id, c.var.clientNetwork);
    return { keyId: row.id, mode: row.mode, partner: { id: row.partner_id } };
  };
}
