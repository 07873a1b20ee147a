import * as claims from '../api/claim.ts';
import type { Client } from '../api/client.ts';
import { ApiError } from '../api/error.ts';

/** That a person makes the claim: whether the server wants it proven, and the captcha's answer, good for one sending. */
export interface Proof {
  /** Asks the server ahead, once. Whoever does not know by the time of sending hears of it by the refusal. */
  ask(): void;
  /** Whether a captcha is known to come before the next sending. */
  wanted(): boolean;
  /** What waits for the captcha's answer. */
  before(go: () => Promise<void>): void;
  /** The captcha's answer is here: what waited goes on. */
  give(token: string): Promise<void>;
  /** The answer for a sending, null when there is none. It is used up. */
  take(): string | null;
}

/** Nothing is known and nothing proven yet. */
export function create(client: Client): Proof {
  let asked = false;
  let required = false;
  let token: string | null = null;
  let waiting = async () => undefined as void;
  return {
    ask() {
      if (asked) return;
      asked = true;
      claims.captchacheck(client).then(
        check => (required = check.required),
        () => (asked = false),
      );
    },
    wanted: () => required && token === null,
    before(go) {
      waiting = go;
    },
    give(answer) {
      token = answer;
      return waiting();
    },
    take() {
      const taken = token;
      token = null;
      return taken;
    },
  };
}

/** What a creation was refused for when that is the captcha: none came with it, or one that did not count. */
export function refusal(refused: unknown): 'captcha_required' | 'captcha_failed' | null {
  const code = refused instanceof ApiError ? refused.codes['recaptcha'] : undefined;
  return code === 'captcha_required' || code === 'captcha_failed' ? code : null;
}
