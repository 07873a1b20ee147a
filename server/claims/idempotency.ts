import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';

/** Calls that take an Idempotency-Key; a key means something only within its scope. */
export type Scope = 'claim' | 'confirm';

/** What is known of a key: nothing, its first answer (JSON, without the secret), or that another body came with it. */
export type Earlier = { found: false } | { found: true; same: false } | ({ found: true; same: true } & Kept);

/** The claim that a key made and the answer it got, as JSON without its secret. */
export interface Kept {
  claimId: string;
  answer: string;
}

/** Whether a header can be a key: 8–128 visible ASCII characters. */
export function isKey(text: string): boolean {
  return /^[\x21-\x7e]{8,128}$/.test(text);
}

/** A body's fingerprint: the same for the same fields in any order; a hash with `secret`, since bodies are personal. */
export function hash(secret: Uint8Array, body: object): string {
  const { recaptcha: _, ...rest } = body as Record<string, unknown>;
  return createHmac('sha256', secret)
    .update(`body:${canonical(rest)}`)
    .digest('base64url');
}

/** What a key led to before. Only successes are there: after a refusal the same key may be tried again. */
export async function find(db: Kysely<Schema>, scope: Scope, key: string, hash: string): Promise<Earlier> {
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
export async function isKnown(db: Kysely<Schema>, scope: Scope, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select('key')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records a success, in the transaction that made the claim. Throws when the key is there already. */
export async function record(
  db: Kysely<Schema>,
  entry: Kept & { scope: Scope; key: string; hash: string; at: number },
): Promise<void> {
  const { scope, key, hash, claimId, answer, at } = entry;
  await db
    .insertInto('idempotency_keys')
    .values({ scope, key, body_hash: hash, claim_id: claimId, answer, at: BigInt(at) })
    .execute();
}

/** JSON with the keys of every object in one order. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join()}}`;
}
