import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { EmailKind } from '#server/platform/database/serverRows.ts';
import { startExchangeFixture, type ExchangeFixture } from '#tests/support/exchangeFixture.ts';

/** The password of the accounts that `createAccount` creates. */
export const ACCOUNT_PASSWORD = 'лампа гвоздь 77 туман';

/** An isolated exchange whose e-mails are files. */
export interface AccountExchange extends ExchangeFixture {
  /** The link with a token in the newest e-mail of a kind to an address; null before it is written. */
  readEmailLink(email: string, kind: EmailKind): string | null;
  /** The code in the newest e-mail to a new address; null before it is written. */
  readEmailCode(email: string): string | null;
  /** Creates an account by the API. Returns its e-mail. */
  createAccount(): Promise<string>;
  /** Logs in by the API, as another browser. Returns the access token. */
  logIn(email: string): Promise<string>;
}

/** Starts an exchange on an empty data folder. `env`: further variables of the server. */
export async function startAccountExchange(env: Record<string, string> = {}): Promise<AccountExchange> {
  const fixture = await startExchangeFixture(env);
  const readEmail = (email: string, kind: EmailKind) => {
    const folder = join(fixture.dataDir, 'mail');
    const names = existsSync(folder) ? readdirSync(folder) : [];
    const emails = names
      .filter(name => name.endsWith(`.${kind}.eml`))
      .map(name => ({
        message: readFileSync(join(folder, name), 'latin1'),
        writtenAt: statSync(join(folder, name)).mtimeMs,
      }))
      .filter(({ message }) => message.includes(`To: ${email}\r\n`))
      // The dates have whole seconds.
      .toSorted((a, b) => parseDate(a.message) - parseDate(b.message) || a.writtenAt - b.writtenAt);
    return decodeText(emails.at(-1)?.message ?? '');
  };
  const readEmailLink = (email: string, kind: EmailKind) =>
    /http\S+#(?:activate|token|stop|news|confirm|cancel)=\S+/.exec(readEmail(email, kind))?.[0] ?? null;
  const post = (path: string, body: object) =>
    fetch(fixture.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: fixture.origin },
      body: JSON.stringify(body),
    });
  return {
    ...fixture,
    readEmailLink,
    readEmailCode: email => /^Код: (\d{6})$/m.exec(readEmail(email, 'email_code'))?.[1] ?? null,
    async createAccount() {
      const email = `anna-${randomUUID()}@example.com`;
      const signup = { email, password: ACCOUNT_PASSWORD, consent: true, rules: true };
      expect((await post('/api/v1/users/signup/', signup)).status).toBe(202);
      await expect.poll(() => readEmailLink(email, 'activate'), { timeout: 60_000 }).not.toBeNull();
      const token = readEmailLink(email, 'activate')?.split('#activate=')[1];
      // No cookie tells that this is who signed up.
      const proof = { password: ACCOUNT_PASSWORD };
      expect((await post(`/api/v1/users/activate/${token}/`, proof)).status).toBe(204);
      return email;
    },
    async logIn(email) {
      const response = await post('/front-api/auth/login/', { email, password: ACCOUNT_PASSWORD });
      expect(response.status).toBe(200);
      return ((await response.json()) as { access: string }).access;
    },
  };
}

const parseDate = (message: string) => Date.parse(/^Date: (.+?)\r$/m.exec(message)?.[1] ?? '');

/** The plain text of an e-mail. */
function decodeText(message: string): string {
  const [, base64 = ''] = /Content-Transfer-Encoding: base64\r\n\r\n([\w+/=\r\n]+)/.exec(message) ?? [];
  return Buffer.from(base64, 'base64').toString();
}
