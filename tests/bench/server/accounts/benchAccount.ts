import { randomUUID } from 'node:crypto';
import { hashPassword } from '#server/platform/passwords/passwordHash.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import type { BenchDatabase } from '../benchDatabase.ts';

/** An account of a load. */
export interface BenchAccount {
  id: string;
  email: string;
  password: string;
}

/** A login: the access token, and the cookie that marks a device which has logged in before. */
export interface BenchSession {
  access: string;
  deviceCookie: string;
}

const HASH = 'doX8DXY4IDeP8OxaJBS84W_-_h2oP0rW4k03yNHTfEE';

/** Writes an account into a database without servers. */
export async function createBenchAccount({ location }: BenchDatabase): Promise<BenchAccount> {
  const account = { id: randomUUID(), email: 'owner@example.com', password: 'granite-parsnip-77-violin' };
  const { db, close } = await openDatabase(location);
  try {
    const now = BigInt(Date.now());
    await db
      .insertInto('users')
      .values({
        id: account.id,
        email: account.email,
        password_hash: await hashPassword(account.password),
        consent_at: now,
        consent_text_hash: HASH,
        consent_address_hash: HASH,
        notify_claims: 1n,
        notify_news: 0n,
        created_at: now,
        last_login_at: null,
        blocked_at: null,
        passkey_count: 0n,
      })
      .execute();
  } finally {
    await close();
  }
  return account;
}

/** Logs in as the site does. Throws if the server refuses. */
export async function logIn(
  origin: string,
  { email, password }: BenchAccount,
  deviceCookie = '',
): Promise<BenchSession> {
  const response = await fetch(`${origin}/front-api/auth/login/`, {
    method: 'POST',
    headers: {
      origin,
      'content-type': 'application/json',
      ...(deviceCookie && { cookie: deviceCookie }),
    },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw new Error(`the login was refused: ${response.status} ${await response.text()}`);
  const { access } = (await response.json()) as { access: string };
  const cookie = response.headers.getSetCookie().find(text => /^[\w-]*known_device=/.test(text));
  return { access, deviceCookie: cookie?.split(';')[0] ?? '' };
}
