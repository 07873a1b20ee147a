import type { ExchangeContext } from '#server/exchange/context.ts';
import { createCaptchaVerifier, type CaptchaVerifier } from '#server/platform/captchaVerifier.ts';
import type { GetLimit } from '#server/platform/limits/limitRequests.ts';
import type { AccountChangeContext } from './accountSubscribers.ts';

/** Dependencies of accounts. */
export interface AccountsContext extends ExchangeContext, AccountChangeContext {}

/** What a request about an account needs besides the dependencies of accounts. */
interface RequestChecks {
  captchaVerifier: CaptchaVerifier;
  getLimit: GetLimit;
}

/** Dependencies of requests about accounts. */
export type AccountContext = AccountsContext & RequestChecks;

/** Creates the context of requests about accounts. */
export function createAccountContext<Context extends AccountsContext>(
  context: Context,
  getLimit: GetLimit,
): Context & RequestChecks {
  return { ...context, captchaVerifier: createCaptchaVerifier(context.config), getLimit };
}
