import type { AccountContext } from '#server/accounts/accountContext.ts';
import { checkLimit } from '#server/platform/limits/checkLimit.ts';
import { TRUSTED_SHOP_CLAIMS } from '#core/contract/shop.ts';
import type { MessageData } from '#core/messages.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { createProblem, onRefusal, type Problem } from '#server/platform/http/problem.ts';

/** Maximum numbers of open claims and of new claims in an hour for a shop. */
export interface ShopClaimLimits {
  /** Whether these are the full limits. */
  isTrusted: boolean;
  open: number;
  perHour: number;
  budget: 'shopClaim' | 'newShopClaim';
}

/**
 * Returns the limits of a shop's claims: those of one client address until enough claims of its partner are completed,
 * so that a new account cannot open more claims through the API than on the site.
 */
export async function loadShopClaimLimits(
  { config: { limits }, db }: Pick<ExchangeContext, 'config' | 'db'>,
  partnerId: string,
): Promise<ShopClaimLimits> {
  const completed = await db
    .selectFrom('claim_referrals')
    .select('claim_id')
    .where('partner_id', '=', partnerId)
    .where('status', '=', 'completed')
    .limit(TRUSTED_SHOP_CLAIMS)
    .execute();
  const { openClaimsPerShop, openClaimsPerAddress, shopClaimsPerHour, claimsPerHour } = limits;
  return completed.length >= TRUSTED_SHOP_CLAIMS
    ? { isTrusted: true, open: openClaimsPerShop, perHour: shopClaimsPerHour, budget: 'shopClaim' }
    : {
        isTrusted: false,
        open: Math.min(openClaimsPerAddress, openClaimsPerShop),
        perHour: Math.min(claimsPerHour, shopClaimsPerHour),
        budget: 'newShopClaim',
      };
}

/** Counts a new claim against the hourly limit of a shop, over all its keys. 429 with the limit and how it grows. */
export async function countNewClaim(
  context: Pick<AccountContext, 'config' | 'getLimit'>,
  partnerId: string,
  limits: ShopClaimLimits,
): Promise<void> {
  await checkLimit(context, limits.budget, partnerId).catch(
    onRefusal(({ retryAfter }) => {
      throw createProblem(429, 'shop_claims_hourly', {
        retryAfter,
        limit: limits.perHour,
        data: describeLimit(limits, limits.perHour, context.config.limits.shopClaimsPerHour),
      });
    }),
  );
}

/** Builds the refusal for the exceeded limit of open claims: that of the client's e-mail, or that of the shop. */
export function buildOpenLimitProblem(
  { config: { limits: configured } }: Pick<ExchangeContext, 'config'>,
  limits: ShopClaimLimits,
  { body, retryAfter }: Problem,
): Problem {
  if (body.field === 'email') {
    const limit = configured.openClaimsPerEmail;
    return createProblem(429, 'email_claims_limit', { retryAfter, limit, data: { max: String(limit) } });
  }
  return createProblem(429, 'shop_claims_limit', {
    retryAfter,
    limit: limits.open,
    data: describeLimit(limits, limits.open, configured.openClaimsPerShop),
  });
}

/** Values of the sentence: the limit, and the full one if that is larger. */
const describeLimit = ({ isTrusted }: ShopClaimLimits, limit: number, full: number): MessageData => ({
  max: String(limit),
  ...(!isTrusted && full > limit && { full: String(full), min: String(TRUSTED_SHOP_CLAIMS) }),
});
