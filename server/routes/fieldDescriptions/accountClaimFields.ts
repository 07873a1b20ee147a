import {
  AccountClaim,
  AccountClaims,
  ClaimAttach,
  ClaimRepeat,
} from '#core/contract/account/accountClaim.ts';
import {
  AccountPromocode,
  AccountStatistics,
  BestPair,
  PromocodeAdd,
} from '#core/contract/account/accountOverview.ts';
import { cause } from './claimFields.ts';
import { describeFields, type DescribedSchema } from './describeFields.ts';

const discountPercent = 'Discount, percent of the course';
const turnover = 'Turnover in 12 months from which on the discount counts, US dollars';

/** Descriptions of the fields of an account's claims, statistics and promocodes. */
export const accountClaimFields: readonly DescribedSchema[] = [
  describeFields(AccountClaim, {
    id: 'id of the claim',
    number: 'Number to show to people',
    status: 'Current status',
    reason: 'Why the claim has this status; null without a reason',
    cause,
    from: 'Currency sent',
    to: 'Currency received',
    fromSumma: 'Amount to send',
    toSumma: 'Amount to receive',
    course: 'Units received for 1 unit sent',
    toRequisite: 'Masked requisite that receives the payout: «2202 •••• 4417»',
    deadline: 'Until when the client can pay, or send the photos of its card; null: nothing is awaited of it',
    repeatable: 'Whether the same exchange can be ordered again',
  }),
  describeFields(AccountClaims, {
    count: 'Claims on all pages',
    next: 'URL of the next page; null on the last one',
    previous: 'URL of the previous page; null on the first one',
    results: 'Claims of this page',
  }),
  describeFields(ClaimRepeat, {
    fromSumma: 'Amount to send; without both sums that of the claim',
    toSumma: 'Amount to receive',
    quote: 'The pair’s quote',
  }),
  describeFields(ClaimAttach, { id: 'id of the claim' }),
  describeFields(AccountStatistics, {
    claims: 'Number of claims',
    turnover: 'Value of the completed claims of the last 12 months, US dollars',
    currency: 'Currency of the turnover; always USD',
    discount: 'The discount that follows from the turnover',
    refferal: 'The money of the referral programme',
  }),
  describeFields(AccountStatistics.entries.claims.wrapped, {
    count: 'All claims',
    completed: 'Completed claims',
    open: 'Claims that are not closed',
  }),
  describeFields(AccountStatistics.entries.discount.wrapped, {
    percent: discountPercent,
    next: 'The next tier; null at the highest one',
    tiers: 'All tiers by ascending turnover',
  }),
  describeFields(AccountStatistics.entries.discount.wrapped.entries.next.wrapped, {
    percent: discountPercent,
    turnover,
    left: 'Turnover that is missing, US dollars',
  }),
  describeFields(BestPair, {
    fromPs: 'id of the payment system to send from',
    toPs: 'id of the payment system to receive in',
    from: 'Currency to send',
    to: 'Currency to receive',
    course: 'Units received for 1 unit sent',
    bonus: 'Discount that the course includes, percent; null without one',
    isOwn:
      'Whether it is one of the account’s own; false: the account has none, and everybody exchanges it most',
  }),
  describeFields(AccountPromocode, {
    code: 'The promocode, in upper case',
    percent: 'Share of the margin that the client gets back, percent',
    singleUse: 'Whether it is for one claim',
    validUntil: 'Until when it can be used; null: without end',
    status: 'Whether it can be used now',
    reason: 'Why it cannot be used, for people; null if it can',
  }),
  describeFields(PromocodeAdd, { code: 'The promocode, in any case' }),
];
