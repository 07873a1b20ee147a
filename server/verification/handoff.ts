import { createHmac, randomBytes } from 'node:crypto';
import type { VerificationHandoff } from '#core/contract/verification.ts';
import type { ServerContext } from '../context.ts';
import { runInTransaction } from '../database/database.ts';

/** How long a phone may go on with a verification that was handed to it, milliseconds. */
const HANDOFF_LIFETIME_MS = 30 * 60_000;

/** The token of an address, and the secret that one device made for itself: 43 characters each, base64url. */
export interface HandoffCredentials {
  token: string;
  device: string;
}

const hashSecret = (key: Uint8Array, purpose: string, text: string) =>
  createHmac('sha256', key).update(`${purpose}:${text}`).digest('base64url');

/** The phone's address: whoever opens it first may go on with this verification, in that browser only. */
export async function createHandoff(
  { db, secret, config, now }: Pick<ServerContext, 'db' | 'secret' | 'config' | 'now'>,
  verificationId: string,
): Promise<VerificationHandoff> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = now() + HANDOFF_LIFETIME_MS;
  await runInTransaction(db, async trx => {
    await trx.deleteFrom('handoffs').where('expires_at', '<=', BigInt(now())).execute();
    await trx
      .insertInto('handoffs')
      .values({
        token_hash: hashSecret(secret, 'handoff', token),
        verification_id: verificationId,
        device_hash: null,
        expires_at: BigInt(expiresAt),
      })
      .execute();
  });
  // A fragment reaches no server and no log.
  const url = `${config.publicOrigin}/verify/${verificationId}#${token}`;
  return { url, expiresAt: new Date(expiresAt).toISOString() };
}

/**
 * Whether a device may go on with the verification. The first one that comes with the token binds it; its secret is its
 * own making, so that a lost answer does not shut it out.
 */
export async function redeemHandoff(
  { db, secret, now }: Pick<ServerContext, 'db' | 'secret' | 'now'>,
  verificationId: string,
  { token, device }: HandoffCredentials,
): Promise<boolean> {
  if (!/^[\w-]{22,128}$/.test(device)) return false;
  const token_hash = hashSecret(secret, 'handoff', token);
  const device_hash = hashSecret(secret, 'device', device);
  const findHandoff = () =>
    db
      .selectFrom('handoffs')
      .select(['device_hash', 'expires_at'])
      .where('token_hash', '=', token_hash)
      .where('verification_id', '=', verificationId)
      .executeTakeFirst();
  const handoff = await findHandoff();
  if (!handoff || handoff.expires_at <= BigInt(now())) return false;
  if (handoff.device_hash !== null) return handoff.device_hash === device_hash;
  const boundRow = await runInTransaction(db, trx =>
    trx
      .updateTable('handoffs')
      .set({ device_hash })
      .where('token_hash', '=', token_hash)
      .where('device_hash', 'is', null)
      .returning('token_hash')
      .executeTakeFirst(),
  );
  // Two requests of one device may come at once.
  return boundRow !== undefined || (await findHandoff())?.device_hash === device_hash;
}
