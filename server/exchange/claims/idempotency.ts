import type { Nullable } from 'kysely';
import type { IdempotencyKeyRow } from '#server/platform/database/claimRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { ServerKeys } from '#server/platform/keys/serverKeys.ts';

/** API calls that accept an Idempotency-Key. Keys of different scopes are independent. */
export type IdempotencyScope = 'claim' | 'confirm';

/** An idempotency key and the hashes of the request's body. */
export interface IdempotentRequest {
  key: string;
  hashes: readonly string[];
}

/** The result of a lookup: unknown key, key used with another body, or key with its stored response. */
export type IdempotencyLookup =
  { found: false } | { found: true; same: false } | ({ found: true; same: true } & IdempotentAnswer);

/** The claim of a successful request, and its response as JSON without the claim's secret. */
export interface IdempotentAnswer {
  claimId: string;
  answer: string;
}

/** Returns whether a header value is a valid key: 8–128 visible ASCII characters. */
export function isIdempotencyKey(text: string): boolean {
  return /^[\x21-\x7e]{8,128}$/.test(text);
}

/**
 * Lists the hashes of a request body without its captcha token; the order of fields does not matter. The hashes are
 * keyed, because bodies contain personal data. The first is stored; a match with any of them identifies the body.
 */
export function hashRequestBody(keys: ServerKeys, body: object): string[] {
  const { recaptcha: _, ...rest } = body as Record<string, unknown>;
  return keys.listHashes('body', canonicalizeJson(rest));
}

/** Looks up a key. Only successes are stored: after a refusal the same key may be used again. */
export async function findIdempotentAnswer(
  db: Db,
  scope: IdempotencyScope,
  key: string,
  hashes: readonly string[],
): Promise<IdempotencyLookup> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'claim_id', 'answer'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst();
  return row ? toIdempotencyLookup(row, hashes) : { found: false };
}

/** Compares the row of a key with the hashes of a request's body. Without a row its columns are null. */
export function toIdempotencyLookup(
  { body_hash, claim_id, answer }: Nullable<Pick<IdempotencyKeyRow, 'body_hash' | 'claim_id' | 'answer'>>,
  hashes: readonly string[],
): IdempotencyLookup {
  if (body_hash === null || claim_id === null || answer === null) return { found: false };
  return hashes.includes(body_hash)
    ? { found: true, same: true, claimId: claim_id, answer }
    : { found: true, same: false };
}

/** Returns whether this request repeats a successful one with the same key. */
export async function isIdempotencyKeyUsed(db: Db, scope: IdempotencyScope, key: string): Promise<boolean> {
  return (await findIdempotentAnswer(db, scope, key, [])).found;
}

/** Stores the response of a successful request, in the transaction of its change. Rejects if the key exists. */
export function buildAnswerInsert(
  db: Db,
  entry: IdempotentRequest & IdempotentAnswer & { scope: IdempotencyScope; at: number },
) {
  const { scope, key, hashes, claimId, answer, at } = entry;
  const [body_hash = ''] = hashes;
  return db
    .insertInto('idempotency_keys')
    .values({ scope, key, body_hash, claim_id: claimId, answer, at: BigInt(at) });
}

/** Serializes JSON with the keys of each object sorted. */
function canonicalizeJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalizeJson).join()}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, inner]) => `${JSON.stringify(name)}:${canonicalizeJson(inner)}`).join()}}`;
}
