import { timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { ExchangeContext } from '../context.ts';
import type { ServerKeys } from '#server/platform/keys/serverKeys.ts';
import type { CoursePrice } from './courseCap.ts';
import { getCoursePrice, type PairTerms } from './pricing.ts';
import { QUOTE_LIFETIME_MS } from './recentCourses.ts';

/** A promised course, valid until `expiresAt`. */
export interface Quote extends Pick<
  PairTerms,
  'courses' | 'sourceCourse' | 'margin' | 'discount' | 'promocode'
> {
  fromId: number;
  toId: number;
  /** The only account that may use it; null: everybody. */
  userId: string | null;
  /** Milliseconds since 1970 UTC. */
  expiresAt: number;
}

const QuotePayload = v.tuple([
  v.number(),
  v.number(),
  v.string(),
  v.nullable(v.string()),
  v.string(),
  v.string(),
  v.string(),
  v.nullable(v.string()),
  v.nullable(v.string()),
  v.number(),
  // The courses without the cap. Quotes of earlier versions lack them.
  v.optional(v.nullable(v.string()), null),
  v.optional(v.nullable(v.string()), null),
]);

/** Length of the signature, bytes; too long to guess within the quote's minute. */
const SIGNATURE_BYTES = 16;

/**
 * Creates a quote for 60 seconds: base64url of the courses and a signature. Nothing is stored, so every server with the
 * same ACCOUNT_KEY can verify it. The courses are also cached for claims without a quote.
 */
export function issueQuote(context: ExchangeContext, terms: PairTerms): { quote: string; expiresAt: number } {
  const { from, to, courses, sourceCourse, margin, discount, promocode, account } = terms;
  const now = context.now();
  const expiresAt = now + QUOTE_LIFETIME_MS;
  const payload: v.InferOutput<typeof QuotePayload> = [
    from.id,
    to.id,
    courses.default.course,
    courses.verification?.course ?? null,
    sourceCourse,
    margin,
    discount,
    promocode,
    account?.userId ?? null,
    expiresAt,
    courses.default.uncappedCourse,
    courses.verification?.uncappedCourse ?? null,
  ];
  for (const isVerification of courses.verification === null ? [false] : [false, true]) {
    const key = formatCourseKey(terms, isVerification);
    context.rates.recentCourses.addCourse(key, getCoursePrice(terms, isVerification), now);
  }
  const text = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return { quote: `${text}.${signQuote(context.keys, text).toString('base64url')}`, expiresAt };
}

/** Parses a quote, expired or not; null if it is not signed with the current key. */
export function parseQuote(context: Pick<ExchangeContext, 'keys'>, quote: string): Quote | null {
  const [text = '', signature = '', ...rest] = quote.split('.');
  const givenSignature = Buffer.from(signature, 'base64url');
  if (rest.length > 0 || givenSignature.length !== SIGNATURE_BYTES) return null;
  if (!timingSafeEqual(givenSignature, signQuote(context.keys, text))) return null;
  // A process of another version may have issued it.
  const payload = v.safeParse(QuotePayload, JSON.parse(Buffer.from(text, 'base64url').toString()));
  if (!payload.success) return null;
  const [
    fromId,
    toId,
    course,
    verificationCourse,
    sourceCourse,
    margin,
    discount,
    promocode,
    userId,
    expiresAt,
    uncappedCourse,
    uncappedVerificationCourse,
  ] = payload.output;
  return {
    fromId,
    toId,
    courses: {
      default: { course, uncappedCourse },
      verification:
        verificationCourse === null
          ? null
          : { course: verificationCourse, uncappedCourse: uncappedVerificationCourse },
    },
    sourceCourse,
    margin,
    discount,
    promocode,
    userId,
    expiresAt,
  };
}

/** Courses of these terms that this server sent in the last 60 seconds, newest first, each with its own parts. */
export function listRecentCourses(
  context: ExchangeContext,
  terms: PairTerms,
  verification: boolean,
): CoursePrice[] {
  return context.rates.recentCourses.listCourses(formatCourseKey(terms, verification), context.now());
}

/** The key contains the discount, not the account: all accounts with the same discount share courses. */
function formatCourseKey({ from, to, promocode, account }: PairTerms, verification: boolean): string {
  return [from.id, to.id, verification ? 'v' : 'd', promocode ?? '', account?.percent ?? ''].join(':');
}

function signQuote(keys: ServerKeys, text: string): Buffer {
  return keys.sign('quote', text).subarray(0, SIGNATURE_BYTES);
}
