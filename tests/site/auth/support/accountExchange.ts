import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startExchangeFixture, type ExchangeFixture } from '#tests/support/exchangeFixture.ts';

/** An isolated exchange whose letters are files. */
export interface AccountExchange extends ExchangeFixture {
  /** The link in the newest letter of a kind to an e-mail; null before it is written. */
  readLetterLink(email: string, kind: 'activate' | 'restore'): string | null;
}

/** Starts an exchange on an empty data folder. */
export async function startAccountExchange(): Promise<AccountExchange> {
  const fixture = await startExchangeFixture();
  return {
    ...fixture,
    readLetterLink(email, kind) {
      const folder = join(fixture.dataDir, 'mail');
      const names = existsSync(folder) ? readdirSync(folder) : [];
      const letters = names
        .filter(name => name.endsWith(`.${kind}.eml`))
        .map(name => readFileSync(join(folder, name), 'latin1'))
        .filter(letter => letter.includes(`To: ${email}\r\n`))
        .toSorted((a, b) => parseDate(a) - parseDate(b));
      return findLink(letters.at(-1) ?? '');
    },
  };
}

const parseDate = (letter: string) => Date.parse(/^Date: (.+?)\r$/m.exec(letter)?.[1] ?? '');

/** Finds the link with a token in the plain text of a letter. */
function findLink(letter: string): string | null {
  const [, base64 = ''] = /Content-Transfer-Encoding: base64\r\n\r\n([\w+/=\r\n]+)/.exec(letter) ?? [];
  return /http\S+#(?:activate|token)=\S+/.exec(Buffer.from(base64, 'base64').toString())?.[0] ?? null;
}
