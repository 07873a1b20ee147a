import { ExportedReferral } from '#core/contract/account/accountExport.ts';
import { AccountStatistics } from '#core/contract/account/accountOverview.ts';
import {
  AutoWithdrawal,
  AutoWithdrawalSet,
  LedgerEntries,
  LedgerEntry,
  Reckoning,
  ReferralCode,
  ReferralCodeCreate,
  ReferralProgramme,
  Withdrawal,
  WithdrawalCreate,
  WithdrawalCreated,
  WithdrawalMethod,
  WithdrawalObstacle,
  Withdrawals,
} from '#core/contract/account/referral.ts';
import { describeFields, type DescribedSchema } from './describeFields.ts';

const pageFields = {
  count: 'Number of all rows',
  next: 'URL of the next page; null on the last page',
  previous: 'URL of the previous page; null on the first page',
};

const targetFields = {
  requisite: 'Where the money goes, masked',
  to: 'The currency paid out',
  toSumma: 'What is paid out, in that currency',
  course: 'Units of the currency for 1 USD',
  fee: 'USD, part of `summa`',
  reference: 'Transaction or bank number of the payment; null until it is paid',
};

const codeFields = {
  code: '8 letters and digits',
  label: 'The partner’s name for it; may be empty',
  createdAt: 'When it was created',
};

/** Descriptions of the fields of the referral programme. */
export const referralFields: readonly DescribedSchema[] = [
  describeFields(ReferralProgramme, {
    code: 'The first code',
    url: 'Its link',
    percent: 'The partner’s share of a claim’s profit',
    window: 'How long a click counts, days',
    hold: 'How long an accrual waits until it is available, hours',
    available: 'What can be withdrawn, USD',
    pending: 'Accruals that wait, USD',
    paid: 'Withdrawals that were paid, USD',
    minimum: 'Smallest withdrawal, USD',
    clicks: 'Visits by the links, one a visitor and day',
    claims: 'Claims by the links',
    completed: 'Completed claims by the links',
    codes: 'All codes, the oldest first',
    switchedOff: 'Why the operator has switched the partner off; null: it is on',
  }),
  describeFields(ReferralCode, { ...codeFields, url: 'Its link' }),
  describeFields(ReferralCodeCreate, { label: 'A name for the code, at most 40 characters' }),
  describeFields(Reckoning, {
    from: 'Code of the currency sent',
    fromSumma: 'What was exchanged of it',
    to: 'Code of the currency received',
    toSumma: 'What the client received',
    sourceCourse: 'The course of the market',
    sourceSumma: '`fromSumma` at that course',
    margin: 'Margin, percent',
    marginSumma: 'The margin in the currency received',
    discount: 'Discount of the client, percent',
    discountSumma: 'The discount in the currency received',
    capSumma: 'What the largest course takes of the discount, in the currency received',
    otherSumma: 'Rounding, the bonus of a verified card or a fixed course',
    profit: '`sourceSumma` − `toSumma`',
    usdPrice: 'Price of one unit sent, USD',
    profitUsd: 'The profit in USD, cut after 12 decimals',
    percent: 'The partner’s share, percent',
    exact: 'The share before rounding, cut after 12 decimals',
    summa: 'The share, rounded down to 1/10,000 USD',
  }),
  describeFields(LedgerEntry, {
    id: 'id of the line',
    kind: 'accrual, reversal or withdrawal',
    status: 'Of a withdrawal: 0 in process, 1 paid, 2 cancelled',
    state: 'Of an accrual: pending, available or void',
    summa: 'USD; negative if it leaves the balance',
    currency: 'USD',
    claim: 'The claim of an accrual or of its reversal',
    code: 'The referral code of the claim',
    sub: 'What follows the code: `CODE.sub`',
    reason:
      '`self`, `no_profit`, `partner_off`, `never_opened`, or a sentence; `not_opened` of a `pending` accrual: it is made when the client opens the claim, and its `summa` is 0 until then',
    availableAt: 'From when an accrual can be withdrawn',
    at: 'When it was written',
    reckoning: 'How an accrual was calculated',
    withdrawal: 'Where a withdrawal goes',
  }),
  describeFields(LedgerEntry.entries.claim.wrapped, { number: 'Number of the claim' }),
  describeFields(LedgerEntry.entries.withdrawal.wrapped, { id: 'id of the withdrawal', ...targetFields }),
  describeFields(AccountStatistics.entries.refferal.wrapped, { available: 'What can be withdrawn, USD' }),
  describeFields(ExportedReferral, {
    name: 'Name of the shop; may be empty',
    site: 'Site of the shop; may be empty',
    createdAt: 'When the programme was first opened',
    codes: 'All codes',
    ledger: 'All lines of the ledger, the newest first',
    autoWithdrawal: 'What is withdrawn automatically; null: nothing',
  }),
  describeFields(ExportedReferral.entries.codes.item, codeFields),
  describeFields(LedgerEntries, { ...pageFields, results: 'Lines, the newest first' }),
  describeFields(WithdrawalMethod, {
    to: 'The currency paid out',
    course: 'Units of it for 1 USD now; null: there is no price',
    fee: 'USD',
    closed: 'Why it is closed; null: open',
  }),
  describeFields(Withdrawal, {
    id: 'id of the withdrawal',
    status: '0 in process, 1 paid, 2 cancelled',
    summa: 'What left the balance with the fee, USD',
    currency: 'USD',
    ...targetFields,
    reason: 'Why it was cancelled',
    at: 'When it was requested',
    decidedAt: 'When it was paid or cancelled',
    canCancel:
      'Whether the partner can cancel it: it is in process, and the operator has not begun to pay it',
  }),
  describeFields(WithdrawalObstacle, {
    code: 'partner_off, payouts_frozen, withdrawal_open or withdrawal_minimum',
    detail: 'Its sentence',
    until: 'When it ends; null: not by itself',
  }),
  describeFields(Withdrawals, {
    available: 'What can be withdrawn, USD',
    pending: 'Accruals that wait, USD',
    minimum: 'Smallest withdrawal, USD',
    methods: 'Currencies in which money is paid out',
    obstacle: 'Why no withdrawal is possible now; null: one is',
    auto: 'What is withdrawn automatically; null: nothing',
    ...pageFields,
    results: 'Withdrawals, the newest first',
  }),
  describeFields(AutoWithdrawal, {
    requisite: 'id of the saved requisite',
    summa: 'All that is available is withdrawn as soon as it reaches this sum, USD',
  }),
  describeFields(AutoWithdrawalSet, {
    requisite: 'id of a saved requisite',
    summa: 'From which sum on, USD',
  }),
  describeFields(WithdrawalCreate, {
    requisite: 'id of a saved requisite',
    summa: 'USD, with the fee',
  }),
  describeFields(WithdrawalCreated, { id: 'id of the withdrawal', status: '0 in process' }),
];
