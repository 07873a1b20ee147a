import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '../database/schema.ts';

/** Calls that take an Idempotency-Key; a key means something only within its scope. */
export type IdempotencyScope = 'claim' | 'confirm';

/** What is known of a key: nothing, its first answer (JSON, without the secret), or that another body came with it. */
export type IdempotencyLookup =
  { found: false } | { found: true; same: false } | ({ found: true; same: true } & IdempotentAnswer);

/** The claim that a key made and the answer it got, as JSON without its secret. */
export interface IdempotentAnswer {
  claimId: string;
  answer: string;
}

/** Whether a header can be a key: 8–128 visible ASCII characters. */
export function isIdempotencyKey(text: string): boolean {
  return /^[\x21-\x7e]{8,128}$/.test(text);
}

/** A body's fingerprint: the same for the same fields in any order; a hash with `secret`, since bodies are personal. */
export function hashRequestBody(secret: Uint8Array, body: object): string {
  const { recaptcha: _, ...rest } = body as Record<string, unknown>;
  return createHmac('sha256', secret)
    .update(`body:${canonicalizeJson(rest)}`)
    .digest('base64url');
}

/** What a key led to before. Only successes are there: after a refusal the same key may be tried again. */
export async function findIdempotentAnswer(
  db: Kysely<DatabaseSchema>,
  scope: IdempotencyScope,
  key: string,
  hash: string,
): Promise<IdempotencyLookup> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'claim_id', 'answer'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!row) return { found: false };
  return row.body_hash === hash
    ? { found: true, same: true, claimId: row.claim_id, answer: row.answer }
    : { found: true, same: false };
}

/** Whether a key has led to a success already: whoever repeats it asks for nothing new. */
export async function isIdempotencyKeyUsed(
  db: Kysely<DatabaseSchema>,
  scope: IdempotencyScope,
  key: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select('key')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records a success, in the transaction that made the claim. Throws when the key is there already. */
export async function recordIdempotentAnswer(
  db: Kysely<DatabaseSchema>,
  entry: IdempotentAnswer & { scope: IdempotencyScope; key: string; hash: string; at: number },
): Promise<void> {
  const { scope, key, hash, claimId, answer, at } = entry;
  await db
    .insertInto('idempotency_keys')
    .values({ scope, key, body_hash: hash, claim_id: claimId, answer, at: BigInt(at) })
    .execute();
}

/** JSON with the keys of every object in one order. */
function canonicalizeJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalizeJson).join()}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, inner]) => `${JSON.stringify(name)}:${canonicalizeJson(inner)}`).join()}}`;
}
