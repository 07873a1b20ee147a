import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import * as v from 'valibot';
import { ShopClaimCreate, type ShopClaimCreated } from '#core/contract/shop.ts';
import type { CaptchaVerifier } from '../../captchaVerifier.ts';
import { createClaimCreator } from '../../claims/create/createClaim.ts';
import { parseClaimBody, type ClaimBody } from '../../claims/create/parseClaimBody.ts';
import { isIdempotencyKey } from '../../claims/idempotency.ts';
import type { ServerContext } from '../../context.ts';
import type { DatabaseSchema } from '../../database/schema.ts';
import { createFieldProblem, createProblem, type ProblemResult } from '../../http/problemResult.ts';
import type { ShopClient } from '../keys/authorizeShopKey.ts';
import { findShopClaim } from './readShopClaims.ts';
import { createTestClaim } from './testClaims.ts';

/** The key of the shop authenticates the request instead. */
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
}

/**
 * Returns the function that creates claims for shops: the checks of a claim on the site, with the partner's code and the
 * limit of open claims of shops. A repetition returns the same claim, in its status now.
 */
export function createShopClaimCreator(context: ServerContext) {
  const { limits } = context.config;
  const shopContext = {
    ...context,
    config: { ...context.config, limits: { ...limits, openClaimsPerAddress: limits.openClaimsPerShop } },
  };
  const submitClaim = createClaimCreator(shopContext, noCaptcha);

  return async (
    shop: ShopClient,
    { text, key }: ShopClaimRequest,
  ): Promise<{ ok: true; created: ShopClaimCreated } | ProblemResult> => {
    if (key === undefined || !isIdempotencyKey(key))
      return createFieldProblem({
        'Idempotency-Key': { code: key === undefined ? 'empty' : 'body_invalid' },
      });
    const code = await findFirstCode(context.db, shop.partner.id);
    if (code === null) return createProblem(403, 'partner_off');
    const parsed = parseShopClaim(text, code);
    if (!parsed.ok) return parsed;
    const { body, sub } = parsed;
    if (shop.mode === 'test')
      return createTestClaim(context, shop.partner.id, { body, sub, key: hashKey(shop, key) });
    const result = await submitClaim({
      text: JSON.stringify(body),
      key: hashKey(shop, key),
      // The shop, not the machine that calls: all its open claims count together.
      network: `shop:${shop.partner.id}`,
      userId: null,
    });
    if (!result.ok) return result;
    const found = await findShopClaim(context, shop, result.created.id);
    if (!found.ok) return createProblem(403, 'partner_off');
    const url = `${context.config.publicOrigin}/claim/${result.created.id}#${result.created.secret}`;
    return { ok: true, created: { ...found.claim, url } };
  };
}

/** Keys of different shops are independent of each other, and of those of clients. */
function hashKey({ mode, partner }: ShopClient, key: string): string {
  return `shop-${createHash('sha256').update(`${partner.id} ${mode} ${key}`).digest('hex')}`;
}

/** Parses the body of a shop as that of a client who came with the shop's code. */
function parseShopClaim(
  text: string,
  code: string,
): { ok: true; body: ClaimBody; sub: string } | ProblemResult {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return createFieldProblem({ non_field_errors: { code: 'body_invalid' } });
  }
  const own = v.safeParse(v.object({ sub: ShopClaimCreate.entries.sub }), json);
  if (!own.success)
    return createFieldProblem({
      [v.getDotPath(own.issues[0]) ?? 'non_field_errors']: { code: 'body_invalid' },
    });
  const { sub } = own.output;
  const refferal = sub === '' ? code : `${code}.${sub}`;
  const defaults = { fromRequisites: {}, withVerificationCourse: false };
  const parsed = parseClaimBody(
    JSON.stringify({ ...defaults, ...(json as object), refferal, recaptcha: null, saveRequisites: false }),
  );
  return parsed.ok ? { ...parsed, sub } : parsed;
}

async function findFirstCode(db: Kysely<DatabaseSchema>, partnerId: string): Promise<string | null> {
  const row = await db
    .selectFrom('referral_codes')
    .select('code')
    .where('partner_id', '=', partnerId)
    .orderBy('created_at')
    .orderBy('code')
    .executeTakeFirst();
  return row?.code ?? null;
}
