import { isbot } from 'isbot';
import { toExchangeDay } from '#core/exchange/exchangeDay.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { selectActivePartners } from '../referral/partnerState.ts';
import { parseReferralCode, type ParsedReferral } from '../referral/referralCode.ts';

/** Maximum number of counted links of one code for a visitor on a day. */
const MAX_DAILY_LINKS = 20;

/** Maximum number of counted visitors of a network for a code on a day: one address can simulate many browsers. */
const MAX_DAILY_NETWORK_VISITORS = 30;

/** A click on a partner's link, or a view of its widget. */
export interface Click {
  refferal: string;
  /** Host of the page with the link or the widget; empty: unknown. */
  host: string;
  /** The network and browser of the visitor; neither is stored. */
  network: string;
  userAgent: string | undefined;
}

/** Records a click of a person, once per visitor, day and link. Ignores unknown codes and clicks over a limit. */
export async function recordClick(
  { db, keys, now }: Pick<ExchangeContext, 'db' | 'keys' | 'now'>,
  { refferal, host, network, userAgent }: Click,
): Promise<void> {
  const referral = parseReferralCode(refferal);
  // A client without a User-Agent is a script.
  if (!referral || !userAgent || isbot(userAgent)) return;
  const { code, sub } = referral;
  const at = now();
  const hash = (...link: string[]) =>
    keys.hash('referral-click', JSON.stringify([toExchangeDay(at), network, userAgent, code, ...link]));
  const [visitorHash, clickHash] = [hash(), hash(sub, host)];
  const networkHash = keys.hash('referral-click', JSON.stringify([toExchangeDay(at), network, code]));
  const known = await db
    .selectFrom('referral_clicks')
    .select('click_hash')
    .where('visitor_hash', '=', visitorHash)
    .limit(MAX_DAILY_LINKS)
    .execute();
  const isKnown = known.some(({ click_hash }) => click_hash === clickHash);
  if (isKnown || known.length >= MAX_DAILY_LINKS) return;
  if (known.length === 0 && (await isNetworkFull(db, networkHash))) return;
  const partnerId = await findPartnerId(db, referral);
  if (partnerId === null) return;
  await db
    .insertInto('referral_clicks')
    .values({
      partner_id: partnerId,
      code,
      sub,
      host,
      click_hash: clickHash,
      visitor_hash: visitorHash,
      network_hash: networkHash,
      at: BigInt(at),
    })
    .onConflict(conflict => conflict.column('click_hash').doNothing())
    .execute();
}

/** Whether a network has reached its limit of visitors. Simultaneous requests may exceed the limit by a few. */
async function isNetworkFull(db: Db, networkHash: string): Promise<boolean> {
  const visitors = await db
    .selectFrom('referral_clicks')
    .select('visitor_hash')
    .distinct()
    .where('network_hash', '=', networkHash)
    .limit(MAX_DAILY_NETWORK_VISITORS)
    .execute();
  return visitors.length >= MAX_DAILY_NETWORK_VISITORS;
}

/** Finds the active partner of a code. */
async function findPartnerId(db: Db, { code }: ParsedReferral): Promise<string | null> {
  const partner = await selectActivePartners(db)
    .innerJoin('referral_codes', 'referral_codes.partner_id', 'partners.id')
    .select('partners.id')
    .where('referral_codes.code', '=', code)
    .executeTakeFirst();
  return partner?.id ?? null;
}
