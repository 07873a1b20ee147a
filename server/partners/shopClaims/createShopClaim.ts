import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { ShopMode } from '#core/contract/account/shopKeys.ts';
import { ShopClaimCreate, type ShopClaimCreated } from '#core/contract/shop.ts';
import { decimalToExactUnits, unitsToDecimal } from '#core/exchange/amount.ts';
import { parseCourse, toReceiveUnits } from '#core/exchange/course.ts';
import type { AccountContext } from '#server/accounts/accountContext.ts';
import type { CaptchaVerifier } from '#server/platform/captchaVerifier.ts';
import { createClaimCreator } from '#server/exchange/claims/create/createClaim.ts';
import { parseClaimBody, type ClaimBody } from '#server/exchange/claims/create/parseClaimBody.ts';
import { isIdempotencyKey, isIdempotencyKeyUsed } from '#server/exchange/claims/idempotency.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { parseJsonText } from '#server/platform/http/request/parseJsonText.ts';
import { createFieldProblem, createProblem, Problem } from '#server/platform/http/problem.ts';
import { countPromocodeAttempt } from '#server/platform/limits/promocodeAttempts.ts';
import { calculateTerms, getCoursePrice } from '#server/exchange/courses/pricing.ts';
import type { ShopClient } from '../keys/authorizeShopKey.ts';
import { findShopClaim } from './readShopClaims.ts';
import { buildOpenLimitProblem, countNewClaim, loadShopClaimLimits } from './shopClaimLimits.ts';
import { createTestClaim, replacePromocodes } from './testClaims.ts';

/** No captcha: the key of the shop authenticates the request. */
const noCaptcha: CaptchaVerifier = {
  getRequirement: () => ({ required: false, provider: null, sitekey: null }),
  verify: async () => 'passed',
};

/** A request to create a claim for a client of a shop. */
interface ShopClaimRequest {
  /** The body: JSON text. */
  text: string;
  /** The Idempotency-Key header. */
  key: string | undefined;
  /** The network of the shop's server. */
  network: string;
}

/**
 * Returns the function that creates claims for shops. The checks are those of a claim on the site, with the partner's
 * code and the limits of shops (`shopClaimLimits.ts`); refused requests do not count against these. A repetition
 * returns the same claim with its present status.
 */
export function createShopClaimCreator(context: ExchangeContext & Pick<AccountContext, 'getLimit'>) {
  const createCreator = (openClaims: number) => {
    const limits = { ...context.config.limits, openClaimsPerAddress: openClaims };
    return createClaimCreator({ ...context, config: { ...context.config, limits } }, noCaptcha);
  };
  const { openClaimsPerAddress, openClaimsPerShop } = context.config.limits;
  const submitForNewShop = createCreator(Math.min(openClaimsPerAddress, openClaimsPerShop));
  const submitForTrustedShop = createCreator(openClaimsPerShop);

  return async (shop: ShopClient, { text, key, network }: ShopClaimRequest): Promise<ShopClaimCreated> => {
    if (key === undefined || !isIdempotencyKey(key))
      throw createFieldProblem({
        'Idempotency-Key': { code: key === undefined ? 'empty' : 'body_invalid' },
      });
    const code = await findFirstCode(context.db, shop.partner.id);
    if (code === null) throw createProblem(403, 'partner_off');
    const json = parseJsonText(text);
    const { promocode } = v.is(v.object({ promocode: v.unknown() }), json) ? json : {};
    await countPromocodeAttempt(context, promocode, [network, `shop:${shop.partner.id}`]);
    const { body, sub, keyedRequest } = parseShopClaim(context, json, { code, mode: shop.mode });
    if (shop.mode === 'test')
      return createTestClaim(context, shop.partner, { body, sub, keyedRequest, key: hashKey(shop, key) });
    const limits = await loadShopClaimLimits(context, shop.partner.id);
    const claimKey = hashKey(shop, key);
    const isRepetition = await isIdempotencyKeyUsed(context.db, 'claim', claimKey);
    if (!isRepetition) await countNewClaim(context, shop.partner.id, limits);
    const uncount = () => (isRepetition ? undefined : context.getLimit(limits.budget)(shop.partner.id, -1));
    const result = await (limits.isTrusted ? submitForTrustedShop : submitForNewShop)({
      text: JSON.stringify(body),
      key: claimKey,
      keyedRequest,
      resolveSource: () => ({
        host: '',
        utm: null,
        creatorHash: context.keys.hash('claim-address', network),
      }),
      // Of the shop, not of the calling server: all its open claims count together.
      network: `shop:${shop.partner.id}`,
      userId: null,
    }).catch(async (error: unknown) => {
      await uncount();
      const isLimit = error instanceof Problem && error.code === 'claims_limit';
      throw isLimit ? buildOpenLimitProblem(context, limits, error) : error;
    });
    if (result.isRepetition) await uncount();
    const { id, secret } = result.created;
    const claim = await findShopClaim(context, shop, id);
    if (!claim) throw createProblem(403, 'partner_off');
    return { ...claim, url: `${context.config.publicOrigin}/claim/${id}#${secret}` };
  };
}

/** Hashes a key so that keys of different shops, and those of clients, are independent. */
function hashKey({ mode, partner }: ShopClient, key: string): string {
  return `shop-${createHash('sha256').update(`${partner.id} ${mode} ${key}`).digest('hex')}`;
}

/** A valid request of a shop. `keyedRequest`: the data that must be equal when its key is used again. */
interface ParsedShopClaim {
  body: ClaimBody;
  sub: string;
  keyedRequest: object;
}

/** The fields in which the body of a shop differs from that of a client. */
const OwnFields = v.pick(ShopClaimCreate, ['sub', 'fromPs', 'toPs', 'toSumma']);

/** Parses the body of a shop like that of a client with the shop's code. */
function parseShopClaim(
  context: ExchangeContext,
  json: unknown,
  { code, mode }: { code: string; mode: ShopMode },
): ParsedShopClaim {
  const own = v.safeParse(OwnFields, json);
  if (!own.success)
    throw createFieldProblem(
      Object.fromEntries(
        own.issues.map(issue => [
          v.getDotPath(issue) ?? 'non_field_errors',
          { code: issue.input === undefined ? 'empty' : 'body_invalid' },
        ]),
      ),
    );
  const { sub, toSumma } = own.output;
  const { catalogue } = context;
  const findId = (currency: string | number) =>
    typeof currency === 'number' ? currency : catalogue.findCurrencyByCode(currency)?.id;
  const [fromPs, toPs] = [findId(own.output.fromPs), findId(own.output.toPs)];
  if (fromPs === undefined || toPs === undefined)
    throw createProblem(404, 'pair_unknown', { field: fromPs === undefined ? 'fromPs' : 'toPs' });
  const refferal = sub === '' ? code : `${code}.${sub}`;
  const keyedRequest = {
    fromRequisites: {},
    withVerificationCourse: false,
    ...(json as object),
    fromPs,
    toPs,
    refferal,
    recaptcha: null,
    saveRequisites: false,
  };
  // An amount that matches no course is refused, so a missing one is calculated where possible.
  const amounts = { toSumma: toSumma ?? calculateToSumma(context, keyedRequest, mode) ?? '0' };
  return { body: parseClaimBody(JSON.stringify({ ...keyedRequest, ...amounts })), sub, keyedRequest };
}

/**
 * Calculates the amount to receive at the current course; null for an invalid pair or amount, which is refused later.
 */
function calculateToSumma(
  context: ExchangeContext,
  request: {
    fromPs: number;
    toPs: number;
    withVerificationCourse: unknown;
    fromSumma?: unknown;
    promocode?: unknown;
  },
  mode: ShopMode,
): string | null {
  const { fromPs, toPs, fromSumma, promocode, withVerificationCourse } = request;
  const snapshot = context.catalogue.getSnapshot();
  const terms = calculateTerms(context, fromPs, toPs, {
    snapshot: mode === 'test' ? replacePromocodes(snapshot) : snapshot,
    promocode: typeof promocode === 'string' ? promocode : null,
  });
  const isDecimal = v.is(ShopClaimCreate.entries.fromSumma, fromSumma);
  const from = terms.ok && isDecimal ? decimalToExactUnits(fromSumma, terms.decimals.from) : null;
  if (!terms.ok || from === null) return null;
  const { course } = getCoursePrice(terms, withVerificationCourse === true);
  return unitsToDecimal(toReceiveUnits(from, parseCourse(course), terms.decimals, 'down'), terms.decimals.to);
}

async function findFirstCode(db: Db, partnerId: string): Promise<string | null> {
  const row = await db
    .selectFrom('referral_codes')
    .select('code')
    .where('partner_id', '=', partnerId)
    .orderBy('created_at')
    .orderBy('code')
    .executeTakeFirst();
  return row?.code ?? null;
}
