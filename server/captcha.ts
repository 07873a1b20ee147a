import * as v from 'valibot';
import type { CaptchaCheck } from '#core/contract/claim.ts';
import type { Config } from './config.ts';

/** A captcha: what a form has to show, and whether what came back is a person's answer. */
export interface Captcha {
  check: () => CaptchaCheck;
  /** `unavailable`: the provider could not be asked; nobody is let in then. */
  verify: (token: string | null) => Promise<'passed' | 'captcha_required' | 'captcha_failed' | 'unavailable'>;
}

/** Where reCAPTCHA checks answers, at its origin (developers.google.com/recaptcha/docs/verify). */
const SITEVERIFY = '/recaptcha/api/siteverify';

const TIMEOUT = 5_000;

const Answer = v.object({ success: v.boolean() });

/** No captcha: everybody passes. */
const none: Captcha = {
  check: () => ({ required: false, provider: null, sitekey: null }),
  verify: async () => 'passed',
};

/** The captcha that the configuration names: reCAPTCHA when it has keys, else none. */
export function captcha(config: Pick<Config, 'captcha' | 'captchaOrigin'>): Captcha {
  return config.captcha === null ? none : recaptcha(config.captcha, config.captchaOrigin + SITEVERIFY);
}

function recaptcha({ sitekey, secret }: NonNullable<Config['captcha']>, url: string): Captcha {
  return {
    check: () => ({ required: true, provider: 'recaptcha', sitekey }),
    async verify(token) {
      if (!token) return 'captcha_required';
      try {
        const response = await fetch(url, {
          method: 'POST',
          body: new URLSearchParams({ secret, response: token }),
          signal: AbortSignal.timeout(TIMEOUT),
        });
        if (!response.ok) return 'unavailable';
        const answer = v.safeParse(Answer, await response.json());
        if (!answer.success) return 'unavailable';
        return answer.output.success ? 'passed' : 'captcha_failed';
      } catch {
        return 'unavailable';
      }
    },
  };
}
