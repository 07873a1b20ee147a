import { fetchCaptchaCheck } from '../../api/claim.ts';
import type { ApiClient } from '../../api/client.ts';
import { ApiError } from '../../api/apiError.ts';

/** That a person makes the claim: whether the server wants it proven, and the captcha's answer, good for one sending. */
export interface CaptchaGate {
  /** Asks the server ahead, once. Whoever does not know by the time of sending hears of it by the refusal. */
  prefetchRequirement(): void;
  /** Whether a captcha is known to come before the next sending. */
  isRequired(): boolean;
  /** What waits for the captcha's answer. */
  defer(proceed: () => Promise<void>): void;
  /** The captcha's answer is here: what waited goes on. */
  submit(token: string): Promise<void>;
  /** The answer for a sending, null when there is none. It is used up. */
  consumeToken(): string | null;
}

/** Nothing is known and nothing proven yet. */
export function createCaptchaGate(client: ApiClient): CaptchaGate {
  let isRequested = false;
  let isRequiredByServer = false;
  let token: string | null = null;
  let deferred = async () => undefined as void;
  return {
    prefetchRequirement() {
      if (isRequested) return;
      isRequested = true;
      fetchCaptchaCheck(client).then(
        check => (isRequiredByServer = check.required),
        () => (isRequested = false),
      );
    },
    isRequired: () => isRequiredByServer && token === null,
    defer(proceed) {
      deferred = proceed;
    },
    submit(newToken) {
      token = newToken;
      return deferred();
    },
    consumeToken() {
      const consumed = token;
      token = null;
      return consumed;
    },
  };
}

/** What a creation was refused for when that is the captcha: none came with it, or one that did not count. */
export function getCaptchaError(error: unknown): 'captcha_required' | 'captcha_failed' | null {
  const code = error instanceof ApiError ? error.codes['recaptcha'] : undefined;
  return code === 'captcha_required' || code === 'captcha_failed' ? code : null;
}
