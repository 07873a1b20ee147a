import { randomUUID } from 'node:crypto';
import { DAY_MS } from '#core/exchange/exchangeDay.ts';
import type { SessionRow } from '#server/platform/database/accountRows.ts';
import { executeTogether } from '#server/platform/database/executeTogether.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { AccountDevice } from '../accountClient.ts';
import { cancelDeletion } from '../deletion/cancelDeletion.ts';
import { createRandomToken, hashToken } from '../randomToken.ts';

/** Maximum number of open sessions of one account. A further one ends the oldest. */
export const MAX_SESSIONS = 20;

/** Idle and maximum lifetime of a session. */
const SESSION_LIFETIMES = {
  remembered: { idleMs: 30 * DAY_MS, maxMs: 90 * DAY_MS },
  unremembered: { idleMs: DAY_MS / 2, maxMs: 90 * DAY_MS },
} as const;

/** Maximum lifetime of a refresh token, milliseconds. */
export const MAX_TOKEN_AGE_MS = SESSION_LIFETIMES.remembered.idleMs;

/** End of a session that is refreshed at `now`. */
export function calculateSessionEnd(
  { created_at, is_remembered }: Pick<SessionRow, 'created_at' | 'is_remembered'>,
  now: bigint,
): bigint {
  const { idleMs, maxMs } = SESSION_LIFETIMES[is_remembered === 1n ? 'remembered' : 'unremembered'];
  const idleEnd = now + BigInt(idleMs);
  const lastEnd = created_at + BigInt(maxMs);
  return idleEnd < lastEnd ? idleEnd : lastEnd;
}

/** Max-Age of a session's cookies, seconds; undefined if they end with the browser. */
export function getCookieMaxAge(
  { expires_at, is_remembered }: Pick<SessionRow, 'expires_at' | 'is_remembered'>,
  now: number,
): number | undefined {
  return is_remembered === 1n ? Math.floor((Number(expires_at) - now) / 1000) : undefined;
}

/** Data of a new session. `amr`: the authentication methods. */
export interface NewSession {
  userId: string;
  device: AccountDevice;
  isRemembered: boolean;
  amr: string;
  at: bigint;
}

/**
 * Creates a session with its first refresh token; the caller has locked the user. Ends the oldest session beyond 20,
 * and cancels a planned deletion of the account.
 */
export async function createSession(
  trx: Db,
  { userId, device, isRemembered, amr, at }: NewSession,
): Promise<{ session: SessionRow; token: string }> {
  await cancelDeletion(trx, { userId, device, at });
  const surplus = await selectOpenSessions(trx, userId, at)
    .select('id')
    .orderBy('rotated_at', 'desc')
    .offset(MAX_SESSIONS - 1)
    // SQLite supports an offset only with a limit.
    .limit(MAX_SESSIONS)
    .execute();
  if (surplus.length > 0) await revokeSessions(trx, { userId, at, sessionIds: surplus.map(({ id }) => id) });
  const token = createRandomToken();
  const is_remembered = isRemembered ? 1n : 0n;
  const session: SessionRow = {
    id: randomUUID(),
    user_id: userId,
    ...device,
    is_remembered,
    auth_time: at,
    amr,
    current_hash: hashToken(token),
    parent_hash: null,
    generation: 0n,
    rotated_at: at,
    created_at: at,
    expires_at: calculateSessionEnd({ created_at: at, is_remembered }, at),
    revoked_at: null,
  };
  await executeTogether(trx, [
    trx.insertInto('sessions').values(session),
    trx.insertInto('refresh_tokens').values({
      hash: session.current_hash,
      session_id: session.id,
      generation: session.generation,
      issued_at: at,
    }),
  ]);
  return { session, token };
}

/** Selects from the open sessions of a user. */
export function selectOpenSessions(db: Db, userId: string, now: bigint) {
  return db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now);
}

/** Which sessions to end: these, or all except one, or all. */
export interface SessionSelection {
  userId: string;
  at: bigint;
  sessionIds?: readonly string[];
  exceptId?: string;
}

/** Ends sessions of a user at once. Returns their number. */
export async function revokeSessions(
  trx: Db,
  { userId, at, sessionIds, exceptId }: SessionSelection,
): Promise<number> {
  let query = trx
    .updateTable('sessions')
    .set({ revoked_at: at, expires_at: at })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at);
  if (sessionIds) query = query.where('id', 'in', sessionIds);
  if (exceptId !== undefined) query = query.where('id', '<>', exceptId);
  const { numUpdatedRows } = await query.executeTakeFirst();
  return Number(numUpdatedRows);
}
