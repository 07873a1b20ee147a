import * as v from 'valibot';
import { CLAIM_REASONS, CLAIM_STATUSES } from '#core/claim/status.ts';
import { SUB_PATTERN } from './account/referralCode.ts';
import { LedgerEntries } from './account/referral.ts';
import { ShopStatistics } from './account/shop.ts';
import { SHOP_MODES } from './account/shopKeys.ts';
import { isoInstant } from './calculator.ts';
import type { Call, ItemCall } from './call.ts';
import { ClaimEvent, exchangedFields, reasonFields } from './claim.ts';
import { ClaimCreate } from './claim/claimCreate.ts';
import { decimalFromServer } from './decimal.ts';
import { pageFields } from './page.ts';

const { fromPs, fromSumma, toSumma, fromRequisites, toRequisites, promocode, quote, city, email } =
  ClaimCreate.entries;

/** Completed claims of a partner after which its shop has the full limits of claims. */
export const TRUSTED_SHOP_CLAIMS = 5;

/** The only promocodes that test claims accept. `percent`: share of the margin. */
export const TEST_PROMOCODES = {
  'TEST-25': { percent: '25', state: 'active' },
  'TEST-EXPIRED': { percent: '25', state: 'expired' },
  'TEST-USED': { percent: '25', state: 'used' },
} as const;

/** The id of a currency, or its code. */
const currency = v.union([fromPs, v.pipe(v.string(), v.regex(/^\w{2,20}$/))]);

/**
 * POST shop/claims/ (ext): the fields of POST claim/ , and the shop's own `sub`. Default of
 * `toSumma`: the amount at the current course.
 */
export const ShopClaimCreate = v.object({
  /** E-mail address of the client, who gets e-mails about the claim. */
  email,
  /** Code or id of the currency to send. */
  fromPs: currency,
  /** Code or id of the currency to receive. */
  toPs: currency,
  /** Amount to send. */
  fromSumma,
  /** Amount to receive, at the current course or that of `quote`; null: what the current course gives. */
  toSumma: v.optional(v.nullable(toSumma), null),
  /** Field name → value, for the fields of the side to send. */
  fromRequisites: v.optional(fromRequisites, {}),
  /** Field name → value, for the fields of the side to receive. */
  toRequisites,
  /** Whether the amounts use the better course, which needs a verified card. */
  withVerificationCourse: v.optional(v.boolean(), false),
  /** A promocode, or null; with a test key one of TEST-25, TEST-EXPIRED, TEST-USED. */
  promocode,
  /** `quote` of the course that the amounts use. */
  quote,
  /** Code of the city, for cash. */
  city,
  /** The shop’s own mark: up to 40 Latin letters, digits, `_` and `-`. */
  sub: v.optional(v.pipe(v.string(), v.regex(SUB_PATTERN)), ''),
});
export type ShopClaimCreate = v.InferInput<typeof ShopClaimCreate>;

/** A claim in the list of shop/claims/ . It contains no data of the client. */
export const ShopClaim = v.object({
  /** id of the claim. */
  id: v.pipe(v.string(), v.uuid()),
  /** The number that the client sees. */
  number: v.string(),
  /** `live`, or `test` for a claim without money. */
  mode: v.picklist(SHOP_MODES),
  /** Status of the claim. */
  status: v.picklist(CLAIM_STATUSES),
  ...reasonFields,
  ...exchangedFields,
  /** Units received for one unit sent. */
  course: decimalFromServer,
  /** The shop’s own mark; may be empty. */
  sub: v.string(),
  /** Until when the client may pay; null without a deadline. */
  deadline: v.nullable(isoInstant),
  /** When it was created. */
  createdAt: isoInstant,
  /** When its status last changed. */
  updatedAt: isoInstant,
});
export type ShopClaim = v.InferOutput<typeof ShopClaim>;

/** GET shop/claims/{id}/ (ext). */
export const ShopClaimDetails = v.object({
  ...ShopClaim.entries,
  /** Every status, the oldest first. */
  history: v.array(ClaimEvent),
});
export type ShopClaimDetails = v.InferOutput<typeof ShopClaimDetails>;

/** 201 of POST shop/claims/ : `url` opens the claim for the client, who pays there; null for a test claim. */
export const ShopClaimCreated = v.object({
  ...ShopClaimDetails.entries,
  /**
   * Page of the claim for the client, who pays there; null for a test claim. Whoever has it can read the claim. Let
   * the client open it: until then the claim accrues nothing.
   */
  url: v.nullable(v.pipe(v.string(), v.url())),
});
export type ShopClaimCreated = v.InferOutput<typeof ShopClaimCreated>;

/** GET shop/claims/ (ext): the newest first. */
export const ShopClaims = v.object({
  ...pageFields,
  /** Claims, the newest first. */
  results: v.array(ShopClaim),
});
export type ShopClaims = v.InferOutput<typeof ShopClaims>;

/** POST shop/claims/{id}/ (ext): the next status of a test claim. */
export const TestClaimMove = v.object({
  /** The next status. */
  status: v.picklist(CLAIM_STATUSES),
  /** Its reason, or null. */
  reason: v.optional(v.nullable(v.picklist(CLAIM_REASONS)), null),
});
export type TestClaimMove = v.InferInput<typeof TestClaimMove>;

/** ext: users/me/shop/test-claims/ : a test claim of the page that explains the API, without a key. */
export const TestClaimWalk = v.object({
  ...ShopClaimDetails.entries,
  /** The statuses that may follow. */
  next: v.array(v.picklist(CLAIM_STATUSES)),
  /** Bodies of the webhooks that it sends, the oldest first: JSON. */
  webhooks: v.array(v.string()),
});
export type TestClaimWalk = v.InferOutput<typeof TestClaimWalk>;

const TEST_CLAIMS = '/api/v1/users/me/shop/test-claims/';

/**
 * Create a test claim of an open pair, as a test key does.
 *
 * @returns The claim and the webhooks that it has sent.
 * @throws 409 `direction_closed`: no pair is open.
 * @throws 429 `test_claims_limit`: the shop has 1,000 test claims.
 */
export const startTestClaimCall: Call<TestClaimWalk> = {
  method: 'POST',
  path: TEST_CLAIMS,
  response: TestClaimWalk,
};

/**
 * Read a test claim with the webhooks that it has sent.
 *
 * @returns The claim and the webhooks that it has sent.
 * @throws 404 `not_found`: no such test claim of this account.
 */
export const readTestClaimCall: ItemCall<TestClaimWalk> = {
  method: 'GET',
  path: `${TEST_CLAIMS}{id}/`,
  response: TestClaimWalk,
};

/**
 * Move a test claim to a status that may follow.
 *
 * @returns The claim and the webhooks that it has sent.
 * @throws 400 The invalid field.
 * @throws 404 `not_found`: no such test claim of this account.
 * @throws 409 `transition_forbidden` with `status` and `next`; `test_moves_limit`: it has had 100 statuses.
 */
export const moveTestClaimCall: ItemCall<TestClaimWalk, TestClaimMove> = {
  method: 'POST',
  path: `${TEST_CLAIMS}{id}/`,
  response: TestClaimWalk,
};

const SHOP_CLAIMS = '/api/v1/shop/claims/';

/**
 * Create a claim for a client of the shop; with a test key, a claim without money.
 *
 * @returns The claim, created by this or an earlier request.
 * @throws {LimitProblem} 400 Errors by field, as of POST claim/; `Idempotency-Key` without one.
 * @throws 404 `pair_unknown`; `field` names an unknown code: `fromPs` or `toPs`.
 * @throws 409 `course_changed` or `amount_taken` with the current amounts, `reserve_short`, `idempotency_conflict`.
 * @throws 429 `too_many_requests`, also for attempts to use promocodes; `shop_claims_limit` and
 * `shop_claims_hourly` with `limit`: open claims, and claims of an hour; until 5 are completed, those of one
 * client; `email_claims_limit` with `limit`: open claims for one e-mail. With Retry-After. `test_claims_limit`: the
 * shop has 1,000 test claims.
 */
export const createShopClaimCall: Call<ShopClaimCreated, ShopClaimCreate> = {
  method: 'POST',
  path: SHOP_CLAIMS,
  response: ShopClaimCreated,
};

/**
 * List the claims of the shop, the newest first; with a test key, its test claims.
 *
 * @returns One page of claims.
 * @throws 400 The invalid parameter.
 */
export const listShopClaimsCall: Call<ShopClaims> = {
  method: 'GET',
  path: SHOP_CLAIMS,
  response: ShopClaims,
};

/**
 * Read a claim of the shop with its history.
 *
 * @returns The claim.
 * @throws 404 `not_found`: no such claim of the shop in the mode of the key.
 */
export const readShopClaimCall: ItemCall<ShopClaimDetails> = {
  method: 'GET',
  path: `${SHOP_CLAIMS}{id}/`,
  response: ShopClaimDetails,
};

/**
 * Move a test claim to a status that may follow.
 *
 * @returns The claim.
 * @throws 400 The invalid field.
 * @throws 404 `not_found`: no such test claim.
 * @throws 409 `transition_forbidden` with `status` and the statuses that may follow, `next`; `test_moves_limit`: it
 * has had 100 statuses.
 */
export const moveShopClaimCall: ItemCall<ShopClaimDetails, TestClaimMove> = {
  method: 'POST',
  path: `${SHOP_CLAIMS}{id}/`,
  response: ShopClaimDetails,
};

/**
 * Get what the shop brought in a period; nothing with a test key.
 *
 * @returns The statistics.
 * @throws 400 The invalid parameter; `period_invalid`: reversed, or too long.
 */
export const getShopApiStatisticsCall: Call<ShopStatistics> = {
  method: 'GET',
  path: '/api/v1/shop/statistics/',
  response: ShopStatistics,
};

/**
 * List accruals, reversals and withdrawals, newest first; nothing with a test key.
 *
 * @returns One page of the ledger.
 * @throws 400 The invalid parameter.
 */
export const listShopLedgerCall: Call<LedgerEntries> = {
  method: 'GET',
  path: '/api/v1/shop/ledger/',
  response: LedgerEntries,
};
