import { randomBytes } from 'node:crypto';
import type { VerificationHandoff } from '#core/contract/verification.ts';
import type { ExchangeContext } from '../context.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';

/** Lifetime of a handoff link and of the device bound to it. */
const HANDOFF_LIFETIME_MS = 30 * 60_000;

/** The token from a handoff link and the secret that the device generated: 43 characters of base64url each. */
export interface HandoffCredentials {
  token: string;
  device: string;
}

/** Creates a link to continue a verification on a phone. The first browser that opens it is bound to it. */
export async function createHandoff(
  { db, keys, config, now }: ExchangeContext,
  verificationId: string,
): Promise<VerificationHandoff> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = now() + HANDOFF_LIFETIME_MS;
  await runInTransaction(db, async trx => {
    await trx.deleteFrom('handoffs').where('expires_at', '<=', BigInt(now())).execute();
    await trx
      .insertInto('handoffs')
      .values({
        token_hash: keys.hash('handoff', token),
        verification_id: verificationId,
        device_hash: null,
        expires_at: BigInt(expiresAt),
      })
      .execute();
  });
  // Browsers do not send the fragment, so the token does not appear in server logs.
  const url = `${config.publicOrigin}/verify/${verificationId}#${token}`;
  return { url, expiresAt: new Date(expiresAt).toISOString() };
}

/**
 * Returns whether a device may continue the verification. The first device with the token is bound to it. The device
 * generates its secret itself, so that it can retry after a lost response.
 */
export async function redeemHandoff(
  { db, keys, now }: ExchangeContext,
  verificationId: string,
  { token, device }: HandoffCredentials,
): Promise<boolean> {
  if (!/^[\w-]{22,128}$/.test(device)) return false;
  const tokenHashes = keys.listHashes('handoff', token);
  const deviceHashes = keys.listHashes('device', device);
  const findHandoff = () =>
    db
      .selectFrom('handoffs')
      .select(['device_hash', 'expires_at'])
      .where('token_hash', 'in', tokenHashes)
      .where('verification_id', '=', verificationId)
      .executeTakeFirst();
  const handoff = await findHandoff();
  if (!handoff || handoff.expires_at <= BigInt(now())) return false;
  if (handoff.device_hash !== null) return deviceHashes.includes(handoff.device_hash);
  const boundRow = await runInTransaction(db, trx =>
    trx
      .updateTable('handoffs')
      .set({ device_hash: keys.hash('device', device) })
      .where('token_hash', 'in', tokenHashes)
      .where('device_hash', 'is', null)
      .returning('token_hash')
      .executeTakeFirst(),
  );
  // Another request of the same device may have bound it at the same time.
  return boundRow !== undefined || deviceHashes.includes((await findHandoff())?.device_hash ?? '');
}
