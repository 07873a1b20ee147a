import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { Context } from '../context.ts';
import type { Terms } from './pricing.ts';
import { HONOURED } from './recent.ts';

/** A course that was promised: whoever shows this before `expiresAt` gets it. */
export interface Quote {
  fromId: number;
  toId: number;
  course: string;
  verificationCourse: string | null;
  sourceCourse: string;
  margin: string;
  discount: string;
  promocode: string | null;
  /** Milliseconds since 1970 UTC. */
  expiresAt: number;
}

const Payload = v.tuple([
  v.number(),
  v.number(),
  v.string(),
  v.nullable(v.string()),
  v.string(),
  v.string(),
  v.string(),
  v.nullable(v.string()),
  v.number(),
]);

/** Bytes of the signature: enough that nobody guesses one within its minute. */
const SIGNATURE = 16;

type Needs = Pick<Context, 'secret' | 'now' | 'rates'>;

/**
 * Promises the terms' courses for 60 seconds: base64url of them and of a signature. Nothing is stored, so any server
 * with the same secret reads it. The courses are remembered too, for a claim that lost its quote.
 */
export function issue(context: Needs, terms: Terms): { quote: string; expiresAt: number } {
  const { from, to, courseText, verificationCourseText, sourceCourse, margin, discount, promocode } = terms;
  const now = context.now();
  const expiresAt = now + HONOURED;
  const payload: v.InferOutput<typeof Payload> = [
    from.id,
    to.id,
    courseText,
    verificationCourseText,
    sourceCourse,
    margin,
    discount,
    promocode,
    expiresAt,
  ];
  const { recent } = context.rates;
  recent.tell(key(from.id, to.id, false, promocode), courseText, now);
  if (verificationCourseText !== null)
    recent.tell(key(from.id, to.id, true, promocode), verificationCourseText, now);
  const text = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return { quote: `${text}.${sign(context.secret, text).toString('base64url')}`, expiresAt };
}

/** A quote → what it promised, alive or not; null when it is not ours or was changed. */
export function read(context: Pick<Needs, 'secret'>, quote: string): Quote | null {
  const [text = '', signature = '', ...rest] = quote.split('.');
  const given = Buffer.from(signature, 'base64url');
  if (rest.length > 0 || given.length !== SIGNATURE) return null;
  if (!timingSafeEqual(given, sign(context.secret, text))) return null;
  const [fromId, toId, course, verificationCourse, sourceCourse, margin, discount, promocode, expiresAt] =
    v.parse(Payload, JSON.parse(Buffer.from(text, 'base64url').toString()));
  return {
    fromId,
    toId,
    course,
    verificationCourse,
    sourceCourse,
    margin,
    discount,
    promocode,
    expiresAt,
  };
}

/** Courses of these terms that this server told in the last 60 seconds, the newest first. */
export function recentCourses(context: Needs, terms: Terms, verification: boolean): string[] {
  const { from, to, promocode } = terms;
  return context.rates.recent.told(key(from.id, to.id, verification, promocode), context.now());
}

function key(fromId: number, toId: number, verification: boolean, promocode: string | null): string {
  return `${fromId}:${toId}:${verification ? 'v' : 'd'}:${promocode ?? ''}`;
}

function sign(secret: Uint8Array, text: string): Buffer {
  return createHmac('sha256', secret).update(`quote:${text}`).digest().subarray(0, SIGNATURE);
}
