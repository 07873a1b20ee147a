import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { MailKind } from '#server/platform/database/serverRows.ts';
import { startExchangeFixture, type ExchangeFixture } from '#tests/support/exchangeFixture.ts';

/** The password of the accounts that `createAccount` creates. */
export const ACCOUNT_PASSWORD = 'лампа гвоздь 77 туман';

/** An isolated exchange whose letters are files. */
export interface AccountExchange extends ExchangeFixture {
  /** The link with a token in the newest letter of a kind to an e-mail; null before it is written. */
  readLetterLink(email: string, kind: MailKind): string | null;
  /** The code in the newest letter to a new e-mail; null before it is written. */
  readLetterCode(email: string): string | null;
  /** Creates an account by the API. Returns its e-mail. */
  createAccount(): Promise<string>;
  /** Logs in by the API, as another browser. Returns the access token. */
  logIn(email: string): Promise<string>;
}

/** Starts an exchange on an empty data folder. `env`: further variables of the server. */
export async function startAccountExchange(env: Record<string, string> = {}): Promise<AccountExchange> {
  const fixture = await startExchangeFixture(env);
  const readLetter = (email: string, kind: MailKind) => {
    const folder = join(fixture.dataDir, 'mail');
    const names = existsSync(folder) ? readdirSync(folder) : [];
    const letters = names
      .filter(name => name.endsWith(`.${kind}.eml`))
      .map(name => ({
        letter: readFileSync(join(folder, name), 'latin1'),
        writtenAt: statSync(join(folder, name)).mtimeMs,
      }))
      .filter(({ letter }) => letter.includes(`To: ${email}\r\n`))
      // The dates have whole seconds.
      .toSorted((a, b) => parseDate(a.letter) - parseDate(b.letter) || a.writtenAt - b.writtenAt);
    return decodeText(letters.at(-1)?.letter ?? '');
  };
  const readLetterLink = (email: string, kind: MailKind) =>
    /http\S+#(?:activate|token|stop|news|confirm|cancel)=\S+/.exec(readLetter(email, kind))?.[0] ?? null;
  const post = (path: string, body: object) =>
    fetch(fixture.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: fixture.origin },
      body: JSON.stringify(body),
    });
  return {
    ...fixture,
    readLetterLink,
    readLetterCode: email => /^Код: (\d{6})$/m.exec(readLetter(email, 'email_code'))?.[1] ?? null,
    async createAccount() {
      const email = `anna-${randomUUID()}@example.com`;
      const signup = { email, password: ACCOUNT_PASSWORD, consent: true, rules: true };
      expect((await post('/api/v1/users/signup/', signup)).status).toBe(202);
      await expect.poll(() => readLetterLink(email, 'activate'), { timeout: 60_000 }).not.toBeNull();
      const token = readLetterLink(email, 'activate')?.split('#activate=')[1];
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

const parseDate = (letter: string) => Date.parse(/^Date: (.+?)\r$/m.exec(letter)?.[1] ?? '');

/** The plain text of a letter. */
function decodeText(letter: string): string {
  const [, base64 = ''] = /Content-Transfer-Encoding: base64\r\n\r\n([\w+/=\r\n]+)/.exec(letter) ?? [];
  return Buffer.from(base64, 'base64').toString();
}
