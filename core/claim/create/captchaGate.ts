import { sendCall } from '../../api/sendCall.ts';
import { checkCaptchaCall } from '../../contract/claim/claimActions.ts';
import type { ApiClient } from '../../api/client.ts';
import { ApiError } from '../../api/apiError.ts';

/** Captcha state of a creation: whether the server requires one, and its token, which is valid for one request. */
export interface CaptchaGate {
  /** Fetches the requirement once. A creation sent before the response may be refused with `captcha_required`. */
  prefetchRequirement(): void;
  /** Whether the next request requires a captcha, as far as the server has responded. */
  isRequired(): boolean;
  /** Sets the function to run once the captcha is solved. */
  defer(proceed: () => Promise<void>): void;
  /** Stores the token and runs the deferred function. */
  submit(token: string): Promise<void>;
  /** Returns and clears the token; null without one. */
  consumeToken(): string | null;
}

/** Creates the captcha state of a flow, without a requirement and a token. */
export function createCaptchaGate(client: ApiClient): CaptchaGate {
  let isRequested = false;
  let isRequiredByServer = false;
  let token: string | null = null;
  let deferred = async () => undefined as void;
  return {
    prefetchRequirement() {
      if (isRequested) return;
      isRequested = true;
      sendCall(client, checkCaptchaCall).then(
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

/** The captcha code of a refusal: the token was missing or invalid; null for other errors. */
export function getCaptchaError(error: unknown): 'captcha_required' | 'captcha_failed' | null {
  const code = error instanceof ApiError ? error.codes['recaptcha'] : undefined;
  return code === 'captcha_required' || code === 'captcha_failed' ? code : null;
}
