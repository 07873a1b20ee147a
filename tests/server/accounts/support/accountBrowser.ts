import type { Hono } from 'hono';
import { expect } from 'vitest';
import type { User } from '#core/contract/user.ts';
import { parseAccountEmail, type AccountEmail } from '#server/accounts/accountEmail.ts';
import { deriveAccountToken, type AccountTokenKind } from '#server/platform/keys/accountToken.ts';
import type { TestServer } from '../../../support/testServer.ts';

/** A password that the rules accept. Digits would quadruple the time of its estimate. */
export const STRONG_PASSWORD = 'восемь рыжих лис';
/** Another one. */
export const OTHER_PASSWORD = 'granite-parsnip-violin';

const CHROME_ON_WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** The refresh token that a response sets, "" if it clears it; undefined if it leaves the cookie as it is. */
export function findSetToken(response: Response): string | undefined {
  return findCookie(response, 'refresh_token');
}

/** The value that a response sets for a cookie. */
export function findCookie(response: Response, name: string): string | undefined {
  const prefix = `${name}=`;
  const cookie = response.headers.getSetCookie().find(text => text.startsWith(prefix));
  return cookie?.split(';')[0]?.slice(prefix.length);
}

/** Options of a request. */
interface BrowserRequest {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/**
 * A browser on the site of an exchange: keeps cookies and the access token, and sends both as the site does.
 * `address` is its address behind a trusted proxy, `origin` that of the site.
 */
export class AccountBrowser {
  readonly cookies = new Map<string, string>();
  access = '';
  private readonly app: Pick<Hono, 'request'>;
  private readonly headers: Record<string, string>;

  constructor(
    { app }: { app: Pick<Hono, 'request'> },
    address = '198.51.100.7',
    origin = 'http://127.0.0.1:3000',
  ) {
    this.app = app;
    this.headers = {
      origin,
      'user-agent': CHROME_ON_WINDOWS,
      'x-forwarded-for': address,
    };
  }

  async send(path: string, { method = 'POST', body, headers = {} }: BrowserRequest = {}): Promise<Response> {
    const response = await this.app.request(path, {
      method,
      headers: {
        ...this.headers,
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(this.access && { authorization: `Bearer ${this.access}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
      if (value) this.cookies.set(name, value);
      else this.cookies.delete(name);
    }
    return response;
  }

  async logIn(email: string, password = STRONG_PASSWORD, more: object = {}): Promise<Response> {
    this.access = '';
    const response = await this.send('/front-api/auth/login/', { body: { email, password, ...more } });
    if (response.ok) await this.keepAccess(response);
    return response;
  }

  async refresh(): Promise<Response> {
    const response = await this.send('/front-api/auth/refresh/');
    if (response.ok) await this.keepAccess(response);
    return response;
  }

  /** Refreshes with a token that the browser may not have any more, and does not keep the response. */
  presentToken(token: string): Promise<Response> {
    return new AccountBrowser({ app: this.app }).send('/front-api/auth/refresh/', {
      headers: { cookie: `refresh_token=${token}; signed_in=1` },
    });
  }

  async fetchUser(): Promise<User> {
    const response = await this.send('/api/v1/users/me/', { method: 'GET' });
    expect(response.status).toBe(200);
    return (await response.json()) as User;
  }

  get token(): string {
    return this.cookies.get('refresh_token') ?? expect.fail('the browser has no refresh token');
  }

  private async keepAccess(response: Response): Promise<void> {
    this.access = ((await response.clone().json()) as { access: string }).access;
  }
}

type Exchange = Pick<TestServer, 'app' | 'context'>;

/** A body of a sign-up with both boxes ticked. */
export const buildSignup = (email: string, password = STRONG_PASSWORD) => ({
  email,
  password,
  consent: true,
  rules: true,
});

/** The path of the link in the newest e-mail to an address. */
export async function findLinkPath(
  { context: { backgroundTasks, db, keys } }: Exchange,
  kind: Exclude<AccountTokenKind, 'stop' | 'challenge'>,
  email = 'ivan@mail.example',
): Promise<string> {
  await backgroundTasks.finish();
  const signups = db
    .selectFrom('signups')
    .select('id')
    .where('email', '=', email)
    .where('activated_at', 'is', null)
    .orderBy('created_at', 'desc');
  const tokens = db
    .selectFrom('restore_tokens')
    .innerJoin('users', 'users.id', 'restore_tokens.user_id')
    .select('restore_tokens.id')
    .where('users.email', '=', email)
    .orderBy('restore_tokens.expires_at', 'desc');
  const row = await (kind === 'activate' ? signups : tokens).executeTakeFirst();
  const id = row?.id ?? expect.fail('there is no e-mail');
  return `/api/v1/users/${kind}/${deriveAccountToken(keys, kind, id)}/`;
}

/** The e-mails about accounts that wait in the outbox, in their order, without the ids of «Это не я». */
export async function listEmails({ context: { backgroundTasks, db } }: Exchange): Promise<AccountEmail[]> {
  await backgroundTasks.finish();
  const rows = await db
    .selectFrom('mail')
    .select(['kind', 'about', 'at'])
    .where('claim_id', 'is', null)
    .where('sent_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(row => {
    const { stopId: _, ...message } = parseAccountEmail(row);
    return message;
  });
}

/** Signs up and activates an account. */
export async function createAccount(
  exchange: Exchange,
  email: string,
  password = STRONG_PASSWORD,
): Promise<void> {
  const browser = new AccountBrowser(exchange);
  const signup = await browser.send('/api/v1/users/signup/', { body: buildSignup(email, password) });
  expect([signup.status, await signup.text()]).toEqual([202, '']);
  expect((await browser.send(await findLinkPath(exchange, 'activate', email))).status).toBe(204);
}

/** Creates an account and logs in. */
export async function openAccount(
  exchange: Exchange,
  email = 'ivan@mail.example',
  address?: string,
  origin?: string,
): Promise<AccountBrowser> {
  await createAccount(exchange, email);
  const browser = new AccountBrowser(exchange, address, origin);
  expect((await browser.logIn(email)).status).toBe(200);
  return browser;
}
