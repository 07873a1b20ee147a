import * as v from 'valibot';
import { CLAIM_REASONS, CLAIM_STATUSES } from '#core/claim/status.ts';
import { SUB_PATTERN } from './account/referralCode.ts';
import { SHOP_MODES } from './account/shopKeys.ts';
import { isoInstant } from './calculator.ts';
import { ClaimCreate, ClaimEvent, ClaimSide, reasonFields } from './claim.ts';
import { decimalFromServer } from './decimal.ts';

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
  email,
  fromPs: currency,
  toPs: currency,
  fromSumma,
  toSumma: v.optional(v.nullable(toSumma), null),
  fromRequisites: v.optional(fromRequisites, {}),
  toRequisites,
  withVerificationCourse: v.optional(v.boolean(), false),
  promocode,
  quote,
  city,
  sub: v.optional(v.pipe(v.string(), v.regex(SUB_PATTERN)), ''),
});
export type ShopClaimCreate = v.InferInput<typeof ShopClaimCreate>;

/** A claim in the list of shop/claims/ . It contains no data of the client. */
export const ShopClaim = v.object({
  id: v.pipe(v.string(), v.uuid()),
  number: v.string(),
  mode: v.picklist(SHOP_MODES),
  status: v.picklist(CLAIM_STATUSES),
  ...reasonFields,
  from: ClaimSide,
  to: ClaimSide,
  fromSumma: decimalFromServer,
  toSumma: decimalFromServer,
  course: decimalFromServer,
  sub: v.string(),
  deadline: v.nullable(isoInstant),
  createdAt: isoInstant,
  updatedAt: isoInstant,
});
export type ShopClaim = v.InferOutput<typeof ShopClaim>;

/** GET shop/claims/{id}/ (ext). */
export const ShopClaimDetails = v.object({ ...ShopClaim.entries, history: v.array(ClaimEvent) });
export type ShopClaimDetails = v.InferOutput<typeof ShopClaimDetails>;

/** 201 of POST shop/claims/ : `url` opens the claim for the client, who pays there; null for a test claim. */
export const ShopClaimCreated = v.object({
  ...ShopClaimDetails.entries,
  url: v.nullable(v.pipe(v.string(), v.url())),
});
export type ShopClaimCreated = v.InferOutput<typeof ShopClaimCreated>;

/** GET shop/claims/ (ext): the newest first. */
export const ShopClaims = v.object({
  count: v.number(),
  next: v.nullable(v.string()),
  previous: v.nullable(v.string()),
  results: v.array(ShopClaim),
});
export type ShopClaims = v.InferOutput<typeof ShopClaims>;

/** POST shop/claims/{id}/ (ext): the next status of a test claim. */
export const TestClaimMove = v.object({
  status: v.picklist(CLAIM_STATUSES),
  reason: v.optional(v.nullable(v.picklist(CLAIM_REASONS)), null),
});
export type TestClaimMove = v.InferInput<typeof TestClaimMove>;

/** ext: users/me/shop/test-claims/ : a test claim of the page that explains the API, without a key. */
export const TestClaimWalk = v.object({
  ...ShopClaimDetails.entries,
  /** The statuses that may follow. */
  next: v.array(v.picklist(CLAIM_STATUSES)),
  /** The bodies of the webhooks that its statuses send, the oldest first: JSON. */
  webhooks: v.array(v.string()),
});
export type TestClaimWalk = v.InferOutput<typeof TestClaimWalk>;
