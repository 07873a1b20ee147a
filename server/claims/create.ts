import type { Transaction } from 'kysely';
import type { ClaimCreated, ClaimStatus } from '#core/contract/claim.ts';
import type { Captcha } from '../captcha.ts';
import type { Context } from '../context.ts';
import type { Schema } from '../database/schema.ts';
import { attempt } from './attempt.ts';
import { begin } from './begin.ts';
import * as body from './body.ts';
import { check, type Draft } from './draft.ts';
import * as idempotency from './idempotency.ts';
import { isLimited, untilOneEnds } from './limit.ts';
import { next } from './number.ts';
import { fields, problem, type Refusal } from './refusal.ts';
import { row } from './row.ts';
import { secretOf } from './secret.ts';
import { consume } from './promocode.ts';
import { transition } from './transition.ts';
import * as view from './view.ts';

/** A request to create a claim, as it came over the wire. */
export interface Request {
  /** The body, JSON text. */
  text: string;
  /** Idempotency-Key. */
  key: string | undefined;
  /** The client's network (IPv4 address or IPv6 /64); stored only as a hash. */
  network: string;
}

/** The claim with its secret, by this request or by an earlier one with the same key. */
export interface Created {
  ok: true;
  created: ClaimCreated;
}

/** The key of a request and the hash of the body it came with. */
interface Keyed {
  key: string;
  hash: string;
}

/** Makes claims, or says why not. A resolved `ok` is on disk, whatever happens next. */
export type Create = (request: Request) => Promise<Created | Refusal>;

/** The creation of claims in this exchange; `guard` is its captcha. */
export function creation(context: Context, guard: Captcha): Create {
  /** What is under way, by key: a repeated request waits for the first, whatever that comes to. */
  const running = new Map<string, Promise<unknown>>();
  return async ({ key, text, network }) => {
    if (key !== undefined && !idempotency.isKey(key))
      return fields({ 'Idempotency-Key': { code: 'body_invalid' } });
    const read = body.read(text);
    if (!read.ok) return read;
    if (key === undefined) return make(context, guard, read.body, null, network);
    const keyed = { key, hash: idempotency.hash(context.secret, read.body) };
    while (running.has(key)) await running.get(key);
    const made = make(context, guard, read.body, keyed, network).finally(() => running.delete(key));
    running.set(
      key,
      made.catch(() => undefined),
    );
    return made;
  };
}

async function make(
  context: Context,
  guard: Captcha,
  read: body.Body,
  keyed: Keyed | null,
  network: string,
): Promise<Created | Refusal> {
  const before = keyed && (await earlier(context, context.db, keyed));
  if (before) return before;
  const refusal = await captchaRefusal(guard, read.recaptcha);
  if (refusal) return refusal;
  return attempt(context.db, async trx => {
    const before = keyed && (await earlier(context, trx, keyed));
    if (before) return before;
    const checked = await check(context, trx, read);
    return checked.ok ? write(context, trx, checked.draft, keyed, network) : checked;
  });
}

/** What the key led to before, null when to nothing. */
async function earlier(
  context: Context,
  db: Context['db'],
  { key, hash }: Keyed,
): Promise<Created | Refusal | null> {
  const found = await idempotency.find(db, 'claim', key, hash);
  if (!found.found) return null;
  if (!found.same) return problem(409, 'idempotency_conflict');
  const answer = JSON.parse(found.answer) as ClaimStatus;
  return { ok: true, created: { ...answer, secret: secretOf(context.secret, found.claimId) } };
}

async function captchaRefusal(guard: Captcha, token: string | null): Promise<Refusal | null> {
  const verdict = await guard.verify(token);
  if (verdict === 'passed') return null;
  if (verdict === 'unavailable') return problem(503, 'server_error', { retryAfter: 60 });
  return fields({ recaptcha: { code: verdict } });
}

/** Everything that has to be true at once; transactions take turns, so what is counted here holds. */
async function write(
  context: Context,
  trx: Transaction<Schema>,
  draft: Draft,
  keyed: Keyed | null,
  network: string,
): Promise<Created | Refusal> {
  const number = await next(trx);
  const now = context.now();
  const claim = await row(context, trx, draft, number, network, now);
  if (await isLimited(trx, context.config.limits, claim))
    return problem(429, 'claims_limit', { retryAfter: await untilOneEnds(trx, claim, now) });
  if (draft.promocode && !(await consume(trx, draft.promocode)))
    return fields({ promocode: { code: 'promocode_used' } });
  if (!(await begin(trx, claim, false))) throw new Error('the limits let through more than the reserve has');
  const to = draft.needsVerification ? 'verification' : claim.pay_to === null ? 'requisites' : 'waiting';
  const moved = await transition(trx, { id: claim.id, to, actor: 'system', now });
  if (!moved.ok) throw new Error(`a new claim could not become ${to}: ${moved.code}`);
  const answer = await view.status(context, trx, moved.claim, draft);
  if (keyed)
    await idempotency.record(trx, {
      ...keyed,
      scope: 'claim',
      claimId: claim.id,
      answer: JSON.stringify(answer),
      at: now,
    });
  return { ok: true, created: { ...answer, secret: secretOf(context.secret, claim.id) } };
}
