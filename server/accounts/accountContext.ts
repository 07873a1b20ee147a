import { createCaptchaVerifier, type CaptchaVerifier } from '../captchaVerifier.ts';
import type { ServerContext } from '../context.ts';
import { createProblem } from '../http/problem.ts';
import type { BudgetName } from '../limits/budgets.ts';
import type { GetLimit } from '../limits/limitRequests.ts';
import { refuseRequest } from '../limits/refuseRequest.ts';

/** Dependencies of requests about accounts. */
export interface AccountContext extends ServerContext {
  captchaVerifier: CaptchaVerifier;
  getLimit: GetLimit;
}

/** Creates the context of requests about accounts. */
export function createAccountContext(context: ServerContext, getLimit: GetLimit): AccountContext {
  return { ...context, captchaVerifier: createCaptchaVerifier(context.config), getLimit };
}

/** Counts a request against the budget of a key other than the client's network. 429 if too few tokens are left. */
export async function checkLimit(
  { getLimit }: Pick<AccountContext, 'getLimit'>,
  budget: BudgetName,
  key: string,
): Promise<void> {
  const waitMs = await getLimit(budget)(key);
  if (waitMs > 0) refuseRequest(budget, Math.ceil(waitMs / 1000));
}

/** Retry-After while the captcha provider is unreachable. */
const CAPTCHA_RETRY_SECONDS = 60;

/** Verifies the captcha of a request, if a captcha is configured. 403 with the captcha to solve. */
export async function checkCaptcha(
  { captchaVerifier }: Pick<AccountContext, 'captchaVerifier'>,
  token: string | null | undefined,
): Promise<void> {
  const verdict = await captchaVerifier.verify(token ?? null);
  if (verdict === 'passed') return;
  if (verdict === 'unavailable')
    throw createProblem(503, 'server_error', { retryAfter: CAPTCHA_RETRY_SECONDS });
  const { provider, sitekey } = captchaVerifier.getRequirement();
  throw createProblem(403, verdict, { provider, sitekey });
}
