import {
  CaptchaCheck,
  CashMeeting,
  ClaimCreate,
  ClaimCreated,
  ClaimEvent,
  ClaimForm,
  ClaimHandoff,
  ClaimRequisite,
  ClaimSide,
  ClaimStatus,
  ClaimStatusOnly,
  ClaimTransfer,
  ChangedTerms,
  PayoutBreakdown,
  ReceiptFile,
  Recalculation,
} from '#core/contract/claim.ts';
import { TelegramConnection, TelegramLink } from '#core/contract/claim/claimTelegram.ts';
import { ClaimRefund, RefundStop, RefundStopResult } from '#core/contract/claim/refund.ts';
import { SimulatorCreate, SimulatorMove } from '#core/contract/simulator.ts';
import { kind } from './calculatorFields.ts';
import { describeFields, type DescribedSchema } from './describeFields.ts';

const requisites = 'field name → value, names as in the pair’s input or inputVerify';
const status = 'Current status';
const reason = 'Why the claim has this status; null without a reason';
export const cause =
  'The exact reason, also one that older clients do not know and `reason` gives as `manual`; more may be added';
const currencyCode = 'Code or alias of a currency, in any case';
const paymentAmount = 'Amount of the payment, in the currency sent';
const course = 'Units received for 1 unit sent';

const statusFields = {
  id: 'id of the claim',
  number: 'Number to show to people',
  status,
  reason,
  cause,
  from: 'Currency to send',
  to: 'Currency to receive',
  fromSumma: 'Amount to send',
  toSumma: 'Amount to receive',
  course,
  withVerificationCourse: 'Whether the course is the one for verified cards',
  email: 'E-mail address of the client',
  toRequisite: 'Masked requisite that receives the payout: «2202 •••• 4417»',
  city: 'Code of the city for cash; null without one',
  deadline: 'Pay, send photos or decide before then; null without a deadline',
  createdAt: 'When the claim was created',
  history: 'Statuses so far, oldest first',
  can: 'Actions that the client may perform now',
  received: 'Amount received, in the currency sent; null before the payment',
  recalculations: 'Amounts recalculated from the received amount or at a new course, oldest first',
  offerRefusal: 'Why the offered amounts cannot be accepted now; null if they can be, and without an offer',
  courseUntil: 'The course is guaranteed until then; null before there are requisites to pay to',
  waterfall: 'How the payout is computed; null if unknown',
  confirmations: 'Confirmations by the network; null if unknown',
  bills: 'Uploaded receipts',
  refundTo:
    'Masked requisite that receives a refund: what the client named, else that of the payment; null until it is known',
  transfers: 'Transfers in a network that belong to the claim, oldest first',
  verification: 'The claim’s card verification; null without one',
  cardSide:
    'Side of the card that a verification is about: `from` pays, `to` receives; null without a card and without a phone',
  merchant: 'Whether the claim is paid on a merchant’s page',
  meeting: 'Where cash changes hands; null without cash',
  emailConfirmed:
    'Whether further e-mails are sent to `email`; false until somebody opens the link of the first',
  maintenance: 'Whether the exchange is closed for maintenance; `can` has only what stays possible',
  demo: 'Whether the claim advances automatically, without money',
};

/** Descriptions of the fields below /api/v1/claim and /api/v1/simulator. */
export const claimFields: readonly DescribedSchema[] = [
  describeFields(CashMeeting, {
    side: 'Which side is cash',
    city: 'Name of the city, in Russian',
    place: 'Address to visit; null in a closed claim',
    hours: 'When to come; null in a closed claim, and if it is arranged in Telegram',
    telegram: 'The client’s name in Telegram, from the claim’s fields',
  }),
  describeFields(ClaimCreate, {
    email: 'E-mail address of the client',
    fromPs: 'id of the payment system to send from',
    toPs: 'id of the payment system to receive in',
    fromRequisites: requisites,
    toRequisites: requisites,
    recaptcha: 'Token of the captcha, if `captchacheck` requires one',
    withVerificationCourse: 'Whether the course is the one for verified cards',
    refferal: 'Referral of the partner: visible ASCII',
    promocode: 'Promocode applied to the course',
    saveRequisites: 'Whether to save the requisites in the account',
    quote: 'Quote of the displayed course',
    city: 'Code of the city, for cash',
    source:
      'Where the visitor came from, for the partner of the referral: `host` of the page with the link, and `utm`, its parameters `utm_…`; an invalid one counts as unknown',
  }),
  describeFields(ClaimSide, {
    code: 'Monitoring-site code: USDTTRC20',
    name: 'Displayed name: Tether, Сбербанк',
    currency: 'Unit shown after an amount: USDT, RUB',
    network: 'TRC20; null if the currency has only one',
    kind,
    icon: 'Key of a built-in icon; never a URL',
    decimals: 'Digits after the decimal point',
  }),
  describeFields(ClaimEvent, { status: 'Status since `at`', reason, cause }),
  describeFields(ReceiptFile, {
    id: 'id of the receipt',
    name: 'File name to show',
    type: 'MIME type',
    size: 'Bytes',
  }),
  describeFields(Recalculation, {
    reason: 'Why the amounts were recalculated',
    fromSumma: 'Amount received',
    course,
    toSumma: 'Amount to pay out',
    state: '`offered` awaits the client’s decision; `applied` needs none',
    at: 'Time of the recalculation',
  }),
  describeFields(ClaimTransfer, {
    kind: '`payment` by the client, `payout` or `refund` to the client',
    transaction: 'id of the transaction in its network',
    at: 'When the transfer was recorded',
  }),
  describeFields(PayoutBreakdown, {
    source: 'Payout at the source’s price',
    margin: 'Margin, subtracted',
    discount: 'Discount, added',
    cap: 'What the largest course takes of the discount, subtracted',
    rounding: 'Rounding, subtracted',
    payout: 'Amount to pay out',
  }),
  describeFields(ClaimStatus, statusFields),
  describeFields(ClaimStatus.entries.confirmations.wrapped.wrapped, {
    have: 'Confirmations so far',
    need: 'Confirmations required',
  }),
  describeFields(ClaimStatus.entries.verification.wrapped.wrapped, {
    id: 'id of the verification',
    status: 'Its status',
  }),
  describeFields(ClaimStatusOnly, { status }),
  describeFields(ClaimCreated, { ...statusFields, secret: 'Secret for the header X-Claim-Secret' }),
  describeFields(ClaimRequisite, {
    kind: 'What `value` is',
    value: 'Address, card number, phone number, or the meeting place for cash',
    amount: 'Exact amount still to pay',
    currency: 'Unit of `amount`: USDT, RUB',
    network: 'Network of the payment: TRC20; null if the currency has only one',
    memo: 'Memo that the payment must contain; null without one',
    holder: 'Name of the recipient; null if none is needed',
    bank: 'Bank of the recipient; null if none is needed',
    deadline: 'Pay before then; null without a deadline',
  }),
  describeFields(ClaimRequisite.entries.memo.wrapped, {
    label: 'Name of the memo in wallets',
    value: 'The memo',
  }),
  describeFields(ChangedTerms, {
    code: '`course_changed`, or `amount_taken`: another claim awaits the same amount at the same address',
    detail: 'Human-readable message in Russian',
    course,
    fromSumma: 'Amount to send at the new course',
    toSumma: 'Amount to receive at the new course',
    quote: 'Signed new course to create the claim with',
    expiresAt: 'The quote is valid until then; null without a quote',
  }),
  describeFields(CaptchaCheck, {
    required: 'Whether creating a claim requires a captcha',
    provider: 'Provider of the captcha; null without one',
    sitekey: 'Public key of the captcha; null without one',
  }),
  describeFields(ClaimForm.options[0], {
    kind: 'Pay by a transfer',
    requisite: 'Requisites to pay to; null before they are assigned',
  }),
  describeFields(ClaimForm.options[1], {
    kind: 'Pay on a merchant’s page',
    action: 'URL that the form is posted to',
    method: 'Method of the form',
    fields: 'Fields of the form: name → value',
  }),
  describeFields(ClaimRefund, { requisites }),
  describeFields(RefundStop, { token: 'The token of the link in the letter' }),
  describeFields(RefundStopResult, {
    outcome:
      '`stopped`: the refund is on hold; `sent`: the money has left already; `none`: the claim has no refund',
  }),
  describeFields(TelegramConnection, { connected: 'Whether a chat is told about each new status' }),
  describeFields(TelegramLink, {
    url: 'Opens the bot; `start` is the token that the bot gets',
    expiresAt: 'Until then the link connects a chat',
  }),
  describeFields(ClaimHandoff, {
    url: 'URL that opens the claim, with the secret of the request, if it has one, in the fragment',
  }),
  describeFields(SimulatorCreate, {
    from: currencyCode,
    to: currencyCode,
    status: 'The status to create the claim in',
    reason,
    amount: paymentAmount,
  }),
  describeFields(SimulatorMove, { status: 'The status to move to', reason, amount: paymentAmount }),
];
