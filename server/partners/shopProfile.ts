import type { Shop, ShopUpdate } from '#core/contract/account/shop.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import type { PartnerRow } from '#server/platform/database/partnerRows.ts';
import { createFieldProblem } from '#server/platform/http/problem.ts';
import { ensurePartner } from './referral/partners.ts';

type ShopContext = Pick<ExchangeContext, 'db' | 'now'>;

/** Loads the shop of an account; creates its partner if it has none. */
export async function loadShop({ db, now }: ShopContext, userId: string): Promise<Shop> {
  return buildShop(await ensurePartner(db, userId, now()));
}

/** Changes the name or the site. 400 if the site is neither empty nor an address. */
export async function updateShop(
  { db, now }: ShopContext,
  userId: string,
  { name, site }: ShopUpdate,
): Promise<Shop> {
  if (site !== undefined && site !== '' && !isSite(site))
    throw createFieldProblem({ site: { code: 'site_format' } });
  const partner = await ensurePartner(db, userId, now());
  const changes = { ...(name !== undefined && { name }), ...(site !== undefined && { site }) };
  if (Object.keys(changes).length === 0) return buildShop(partner);
  // Only the given fields: another request may change the other one meanwhile.
  const changed = await db
    .updateTable('partners')
    .set(changes)
    .where('id', '=', partner.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return buildShop(changed);
}

const isSite = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '');

const buildShop = ({ name, site, switched_off_at, switched_off_reason }: PartnerRow): Shop => ({
  name,
  site,
  switchedOff: switched_off_at === null ? null : (switched_off_reason ?? ''),
});
