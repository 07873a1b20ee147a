import type { ExchangeContext } from '#server/exchange/context.ts';
import type { SessionRow } from '#server/platform/database/accountRows.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { AccountDevice } from '../accountClient.ts';
import { buildJournalInsert } from '../accountJournal.ts';
import { enqueueAccountEmail } from '../accountEmail.ts';
import { createRandomToken, hashToken } from '../randomToken.ts';
import { calculateSessionEnd, revokeSessions } from './sessions.ts';

/** How long a parallel tab may still present the previous token. */
const PARALLEL_USE_MS = 10_000;

/** The result of presenting a refresh token. */
export type RefreshResult =
  /** `token`: the new refresh token; null: the browser already has it, from a parallel request. */
  | { outcome: 'granted'; session: SessionRow; token: string | null }
  /** The session has ended. */
  | { outcome: 'ended' }
  /** The token was never issued, or issued too long ago. */
  | { outcome: 'unknown' };

/**
 * Presents a refresh token: grants access and replaces it, or ends the session of a stolen one. It runs in one
 * transaction. Each change compares the state that it read, and the decision is repeated if another request was faster.
 */
export function rotateRefreshToken(
  { db, now }: Pick<ExchangeContext, 'db' | 'now'>,
  token: string,
  device: AccountDevice,
): Promise<RefreshResult> {
  const hash = hashToken(token);
  return runInTransaction(db, async trx => {
    for (;;) {
      const presented = await findPresentedToken(trx, hash);
      if (!presented) return { outcome: 'unknown' };
      const at = BigInt(now());
      const { email, blocked_at, token_generation, ...session } = presented;
      if (session.revoked_at !== null || blocked_at !== null || session.expires_at <= at)
        return { outcome: 'ended' };
      const step = decideRotation(session, { hash, generation: token_generation }, at);
      if (step === 'keep') return { outcome: 'granted', session, token: null };
      if (step === 'revoke') {
        await revokeStolenSession(trx, { session, email, device, at });
        return { outcome: 'ended' };
      }
      const result = await replaceCurrentToken(trx, session, { hash, step, at });
      if (result) return result;
    }
  });
}

/** Finds the session and user of the presented token. */
function findPresentedToken(db: Db, hash: string) {
  return db
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .selectAll('sessions')
    .select(['refresh_tokens.generation as token_generation', 'users.email', 'users.blocked_at'])
    .where('refresh_tokens.hash', '=', hash)
    .executeTakeFirst();
}

/** Decides what to do with a token of an open session. */
function decideRotation(
  { current_hash, parent_hash, generation, rotated_at }: SessionRow,
  presented: { hash: string; generation: bigint },
  at: bigint,
): 'rotate' | 'reissue' | 'keep' | 'revoke' {
  if (presented.hash === current_hash) return 'rotate';
  // The current token was never presented: its response is still on its way to another tab, or was lost.
  if (presented.hash === parent_hash) return at - rotated_at <= PARALLEL_USE_MS ? 'keep' : 'reissue';
  // A superseded token whose response was late, not lost. Its replacement was never presented.
  return presented.generation === generation ? 'rotate' : 'revoke';
}

/**
 * Issues a token: `rotate` makes the presented one its parent; `reissue` only invalidates the current one. Null if the
 * state has changed since it was read.
 */
async function replaceCurrentToken(
  trx: Db,
  session: SessionRow,
  { hash, step, at }: { hash: string; step: 'rotate' | 'reissue'; at: bigint },
): Promise<RefreshResult | null> {
  const token = createRandomToken();
  const change = {
    current_hash: hashToken(token),
    parent_hash: hash,
    generation: step === 'rotate' ? session.generation + 1n : session.generation,
    rotated_at: at,
    expires_at: calculateSessionEnd(session, at),
  };
  const { numUpdatedRows } = await trx
    .updateTable('sessions')
    .set(change)
    .where('id', '=', session.id)
    .where('current_hash', '=', session.current_hash)
    .where('generation', '=', session.generation)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return null;
  await trx
    .insertInto('refresh_tokens')
    .values({
      hash: change.current_hash,
      session_id: session.id,
      generation: change.generation,
      issued_at: at,
    })
    .execute();
  return { outcome: 'granted', session: { ...session, ...change }, token };
}

/** Ends a session whose token another client has used too, and notifies its owner. */
async function revokeStolenSession(
  trx: Db,
  { session, email, device, at }: { session: SessionRow; email: string; device: AccountDevice; at: bigint },
): Promise<void> {
  const { id, user_id: userId } = session;
  if ((await revokeSessions(trx, { userId, at, sessionIds: [id] })) === 0) return;
  await buildJournalInsert(trx, userId, { kind: 'token_reused', device, at }).execute();
  const message = { kind: 'sessions_revoked', reason: 'token_reused', ...device } as const;
  await enqueueAccountEmail(trx, { recipient: email, message, at });
}

/** Returns the session that a refresh token belongs to, open or not. */
export function findTokenSession(db: Db, token: string) {
  return db
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
    .select(['sessions.id', 'sessions.user_id'])
    .where('refresh_tokens.hash', '=', hashToken(token))
    .executeTakeFirst();
}

/** Ends the session of a refresh token, like a logout. Returns its user's id; null if the session was not open. */
export async function endTokenSession(
  trx: Db,
  token: string,
  { device, at }: { device: AccountDevice; at: bigint },
): Promise<string | null> {
  const session = await findTokenSession(trx, token);
  if (!session) return null;
  const userId = session.user_id;
  if ((await revokeSessions(trx, { userId, at, sessionIds: [session.id] })) === 0) return null;
  await buildJournalInsert(trx, userId, { kind: 'logout', device, at }).execute();
  return userId;
}
