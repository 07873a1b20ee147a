import * as v from 'valibot';
import type { CaptchaCheck } from '#core/contract/claim/claimCreate.ts';
import type { Config } from './config/config.ts';
import { createProblem } from './http/problem.ts';

/** A captcha provider: the data for the form, and the verification of the client's token. */
export interface CaptchaVerifier {
  getRequirement: () => CaptchaCheck;
  /** 503 if the provider does not respond. */
  verify: (token: string | null) => Promise<'passed' | 'captcha_required' | 'captcha_failed'>;
}

/** Path of reCAPTCHA's verification endpoint (developers.google.com/recaptcha/docs/verify). */
const SITEVERIFY_PATH = '/recaptcha/api/siteverify';

const CAPTCHA_TIMEOUT_MS = 5_000;

/** The captcha provider is unreachable. */
const unavailableProblem = createProblem(503, 'server_error', { retryAfter: 60 });

const SiteverifyResponse = v.object({ success: v.boolean() });

/** No captcha: every request passes. */
const noCaptcha: CaptchaVerifier = {
  getRequirement: () => ({ required: false, provider: null, sitekey: null }),
  verify: async () => 'passed',
};

/** Creates the configured captcha: reCAPTCHA if it has keys, else none. */
export function createCaptchaVerifier(config: Pick<Config, 'captcha' | 'captchaOrigin'>): CaptchaVerifier {
  return config.captcha === null
    ? noCaptcha
    : createRecaptchaVerifier(config.captcha, config.captchaOrigin + SITEVERIFY_PATH);
}

function createRecaptchaVerifier(
  { sitekey, secret }: NonNullable<Config['captcha']>,
  url: string,
): CaptchaVerifier {
  return {
    getRequirement: () => ({ required: true, provider: 'recaptcha', sitekey }),
    async verify(token) {
      if (!token) return 'captcha_required';
      try {
        const response = await fetch(url, {
          method: 'POST',
          body: new URLSearchParams({ secret, response: token }),
          signal: AbortSignal.timeout(CAPTCHA_TIMEOUT_MS),
        });
        if (!response.ok) throw unavailableProblem;
        const { success } = v.parse(SiteverifyResponse, await response.json());
        return success ? 'passed' : 'captcha_failed';
      } catch {
        throw unavailableProblem;
      }
    },
  };
}

/** Verifies the captcha of a request, if a captcha is configured. 403 with the captcha to solve. */
export async function checkCaptcha(
  { captchaVerifier }: { captchaVerifier: CaptchaVerifier },
  token: string | null | undefined,
): Promise<void> {
  const verdict = await captchaVerifier.verify(token ?? null);
  if (verdict === 'passed') return;
  const { provider, sitekey } = captchaVerifier.getRequirement();
  throw createProblem(403, verdict, { provider, sitekey });
}
