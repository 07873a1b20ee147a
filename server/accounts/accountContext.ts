import type { ExchangeContext } from '#server/exchange/context.ts';
import { createCaptchaVerifier, type CaptchaVerifier } from '#server/platform/captchaVerifier.ts';
import type { GetLimit } from '#server/platform/limits/limitRequests.ts';

/** What a request about an account needs besides the dependencies of the exchange. */
interface RequestChecks {
  captchaVerifier: CaptchaVerifier;
  getLimit: GetLimit;
}

/** Dependencies of requests about accounts. */
export type AccountContext = ExchangeContext & RequestChecks;

/** Creates the context of requests about accounts. */
export function createAccountContext<Context extends ExchangeContext>(
  context: Context,
  getLimit: GetLimit,
): Context & RequestChecks {
  return { ...context, captchaVerifier: createCaptchaVerifier(context.config), getLimit };
}
