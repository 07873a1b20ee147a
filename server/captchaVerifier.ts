import * as v from 'valibot';
import type { CaptchaCheck } from '#core/contract/claim.ts';
import type { Config } from './config.ts';

/** A captcha: what a form has to show, and whether what came back is a person's answer. */
export interface CaptchaVerifier {
  getRequirement: () => CaptchaCheck;
  /** `unavailable`: the provider could not be asked; nobody is let in then. */
  verify: (token: string | null) => Promise<'passed' | 'captcha_required' | 'captcha_failed' | 'unavailable'>;
}

/** Where reCAPTCHA checks answers, at its origin (developers.google.com/recaptcha/docs/verify). */
const SITEVERIFY_PATH = '/recaptcha/api/siteverify';

const CAPTCHA_TIMEOUT_MS = 5_000;

const SiteverifyResponse = v.object({ success: v.boolean() });

/** No captcha: everybody passes. */
const noCaptcha: CaptchaVerifier = {
  getRequirement: () => ({ required: false, provider: null, sitekey: null }),
  verify: async () => 'passed',
};

/** The captcha that the configuration names: reCAPTCHA when it has keys, else none. */
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
        if (!response.ok) return 'unavailable';
        const result = v.safeParse(SiteverifyResponse, await response.json());
        if (!result.success) return 'unavailable';
        return result.output.success ? 'passed' : 'captcha_failed';
      } catch {
        return 'unavailable';
      }
    },
  };
}
