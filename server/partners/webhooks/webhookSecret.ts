import { randomBytes } from 'node:crypto';
import { Webhook as Signer } from 'standardwebhooks';
import { openSealedFieldIfReadable, sealField } from '#server/accounts/sealedFields.ts';
import type { WebhookRow } from '#server/platform/database/shopRows.ts';
import type { ServerKeys } from '#server/platform/keys/serverKeys.ts';

const SECRET_BYTES = 32;

/** Creates a secret in the format of Standard Webhooks. */
export function createWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** Encrypts a secret of a webhook. Two columns contain secrets, and each secret is bound to its column. */
export function sealSecret(
  keys: ServerKeys,
  id: string,
  column: 'sealed_secret' | 'sealed_previous_secret',
  secret: string,
): string {
  return sealField(keys, { column: `webhooks.${column}`, id }, secret);
}

/** Returns the current signing secret; null if it is lost. */
export function openSecret(keys: ServerKeys, { id, sealed_secret }: WebhookRow): string | null {
  return openSealedFieldIfReadable(keys, { column: 'webhooks.sealed_secret', id }, sealed_secret);
}

/**
 * Creates the headers of Standard Webhooks: signed with the current secret and, for 24 hours after a rotation, with the
 * previous one. Null if no secret can be decrypted.
 */
export function signWebhook(
  keys: ServerKeys,
  webhook: WebhookRow,
  { messageId, body, now }: { messageId: string; body: string; now: number },
): Record<string, string> | null {
  const { id, sealed_previous_secret, previous_until } = webhook;
  const isPreviousValid = previous_until !== null && previous_until > BigInt(now);
  const previous =
    isPreviousValid && sealed_previous_secret !== null
      ? openSealedFieldIfReadable(
          keys,
          { column: 'webhooks.sealed_previous_secret', id },
          sealed_previous_secret,
        )
      : null;
  const secrets = [openSecret(keys, webhook), previous].filter(secret => secret !== null);
  if (secrets.length === 0) return null;
  const at = new Date(now);
  return {
    'content-type': 'application/json',
    'user-agent': 'Razmen-Webhooks/1',
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(now / 1000)),
    'webhook-signature': secrets.map(secret => new Signer(secret).sign(messageId, at, body)).join(' '),
  };
}
