import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import type { TestServer } from '../../../support/testServer.ts';
import type { AccountBrowser } from './accountBrowser.ts';

const STEP_MS = 30_000;

/** An app with the secret of an account, whose clock is the test server's. */
export interface TotpApp {
  /** The code of the present time step, or of one that many steps later. */
  showCode(steps?: number): string;
  /** The code of the next time step, after waiting for it: every code works once. */
  waitForCode(): string;
}

/** Adds a secret, base32, to an app. */
export function createTotpApp({ now, advanceClock }: TestServer, secret: string): TotpApp {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const showCode = (steps = 0) => totp.generate({ timestamp: now() + steps * STEP_MS });
  return {
    showCode,
    waitForCode() {
      advanceClock(STEP_MS);
      return showCode();
    },
  };
}

/** Turns the second factor of a browser's account on. Returns the app and the recovery codes. */
export async function turnOnSecondFactor(
  testServer: TestServer,
  browser: AccountBrowser,
): Promise<{ app: TotpApp; codes: string[] }> {
  const setup = await browser.send('/api/v1/users/me/totp/');
  expect(setup.status).toBe(200);
  const app = createTotpApp(testServer, ((await setup.json()) as { secret: string }).secret);
  const body = { code: app.showCode() };
  const confirmed = await browser.send('/api/v1/users/me/totp/confirm/', { body });
  expect(confirmed.status).toBe(200);
  return { app, codes: ((await confirmed.json()) as { codes: string[] }).codes };
}
