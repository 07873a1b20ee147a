import { createCaptchaVerifier, type CaptchaVerifier } from '#server/platform/captchaVerifier.ts';
import type { GetLimit } from '#server/platform/limits/limitRequests.ts';
import type { AccountsContext } from './context.ts';

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
