import { randomUUID } from 'node:crypto';
import type * as v from 'valibot';
import {
  MAX_SHOP_LINKS,
  type ShopLink,
  type ShopLinkCreate,
  type ShopLinks,
} from '#core/contract/account/shop.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { lockNames } from '#server/platform/database/rowLocks.ts';
import type { ShopLinkRow } from '#server/platform/database/partnerRows.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { createFieldProblem, notFoundProblem } from '#server/platform/http/problem.ts';
import { ensurePartner, findPartner, selectPartnerId } from '../referral/partners.ts';
import { countRows } from '#server/platform/database/countRows.ts';
import { formatInstant } from '#server/platform/formatInstant.ts';

type LinkContext = Pick<ExchangeContext, 'catalogue' | 'config' | 'db' | 'now'>;

/** Lists the codes of an account, the first one first, and its saved links, the newest first. */
export async function listShopLinks(context: LinkContext, userId: string): Promise<ShopLinks> {
  const { db, now } = context;
  const partner = await ensurePartner(db, userId, now());
  const codes = await db
    .selectFrom('referral_codes')
    .select(['code', 'label'])
    .where('partner_id', '=', partner.id)
    .orderBy('created_at')
    .orderBy('code')
    .execute();
  return { codes, links: await loadLinks(context, partner.id) };
}

/** Loads the saved links of a partner, the newest first. */
async function loadLinks(
  context: Pick<LinkContext, 'config' | 'db'>,
  partnerId: string,
): Promise<ShopLink[]> {
  const rows = await context.db
    .selectFrom('shop_links')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(row => buildLink(context, row));
}

/** Loads the saved links of an account; none if it has never opened the programme. */
export async function exportShopLinks(
  context: Pick<LinkContext, 'config' | 'db'>,
  userId: string,
): Promise<ShopLink[]> {
  const partner = await findPartner(context.db, userId);
  return partner ? loadLinks(context, partner.id) : [];
}

/** Saves a link. 400 for a code of another partner, an unknown currency, or beyond 100 links. */
export async function createShopLink(
  context: LinkContext,
  userId: string,
  body: v.InferOutput<typeof ShopLinkCreate>,
): Promise<ShopLink> {
  const { catalogue, db, now } = context;
  const partner = await ensurePartner(db, userId, now());
  for (const field of ['cur_from', 'cur_to'] as const)
    if (body[field] && !catalogue.findCurrencyByCode(body[field]))
      throw createFieldProblem({ [field]: { code: 'body_invalid' } });
  return runInTransaction(db, async trx => {
    // Serialized, so that concurrent requests do not exceed the limit.
    await lockNames(trx, [`partner:${userId}`]);
    const code = await trx
      .selectFrom('referral_codes')
      .select('code')
      .where('code', '=', body.code)
      .where('partner_id', '=', partner.id)
      .executeTakeFirst();
    if (!code) throw createFieldProblem({ code: { code: 'body_invalid' } });
    const count = await countRows(trx.selectFrom('shop_links').where('partner_id', '=', partner.id));
    if (count >= MAX_SHOP_LINKS) throw createFieldProblem({ non_field_errors: { code: 'links_limit' } });
    const row: ShopLinkRow = {
      id: randomUUID(),
      partner_id: partner.id,
      ...body,
      cur_from: body.cur_from || null,
      cur_to: body.cur_to || null,
      created_at: BigInt(now()),
    };
    await trx.insertInto('shop_links').values(row).execute();
    return buildLink(context, row);
  });
}

/** Deletes a saved link of an account; 404 if it has no such link. */
export async function deleteShopLink(
  { db }: Pick<LinkContext, 'db'>,
  { userId, id }: { userId: string; id: string },
): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('shop_links')
    .where('id', '=', id)
    .where('partner_id', 'in', selectPartnerId(db, userId))
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFoundProblem;
}

function buildLink({ config }: Pick<LinkContext, 'config'>, row: ShopLinkRow): ShopLink {
  const { id, code, sub, label, cur_from, cur_to, amount, created_at } = row;
  const parameters = { ref: sub ? `${code}.${sub}` : code, cur_from, cur_to, amount };
  const url = new URL('/', config.publicOrigin);
  for (const [name, value] of Object.entries(parameters))
    if (value !== null) url.searchParams.set(name, value);
  return {
    id,
    code,
    sub,
    label,
    cur_from,
    cur_to,
    amount,
    url: url.href,
    createdAt: formatInstant(created_at),
  };
}
