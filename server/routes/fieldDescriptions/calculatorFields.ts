import {
  CalculatorSettings,
  City,
  ClosedReason,
  CodeReplacement,
  Course,
  CurrencyItem,
  Direction,
  Pair,
  PairSide,
  RegularCourses,
  RequisiteField,
  Reserve,
  SavedRequisite,
} from '#core/contract/calculator.ts';
import { DiscountTier } from '#core/contract/discount.ts';
import { CourseHistory, CoursePoint } from '#core/contract/course/courseHistory.ts';
import { Market, MarketCourse } from '#core/contract/market.ts';
import {
  AboutExchange,
  ChatSettings,
  ExchangeFigures,
  MaintenanceStatus,
  ReferralTerms,
} from '#core/contract/siteSettings.ts';
import { SettingsResponse } from '../../rates/settingsResponse.ts';
import { describeFields, type DescribedSchema } from './describeFields.ts';

const code = 'Monitoring-site code, upper case, unique: USDTTRC20';
const name = 'Displayed name: Tether, Сбербанк';
const network = 'Network shown below the name: TRC20; null if the currency has only one';
/** Description of a currency's kind. */
export const kind = 'What it is; its icon is a circle for `crypto`, else a rounded square';
const icon = 'Key of a built-in logo, never a URL; clients show letters of the name for an unknown key';
const decimals = 'Digits after the decimal point';

const courseFields = {
  course: 'Units received for 1 unit sent, all fees included; 0 without a price',
  verificationCourse: 'Course for clients who verify their card; null without one',
  bonus: 'Discount that the course includes, percent; null without one',
  bonusVerification: 'Discount that the verification course includes, percent; null without one',
  regular: 'Courses without the promocode; null without one',
  quote: 'Signed course to create a claim with; null if the pair is closed',
  expiresAt: 'The quote is valid until then; null without a quote',
  closed: 'Why the pair is closed; null if it is open',
};

const limitFields = {
  min: 'Minimum amount; null if unknown',
  minVerification: 'Minimum amount with the verification course; null: as `min`',
  max: 'Maximum amount; null if there is none',
  reserve: 'Free reserve; null on the side to send',
};

/** Descriptions of the fields below /api/v1/calculator. */
export const calculatorFields: readonly DescribedSchema[] = [
  describeFields(RegularCourses, {
    course: courseFields.course,
    verificationCourse: courseFields.verificationCourse,
  }),
  describeFields(ClosedReason, {
    code: 'Stable code for programs',
    detail: 'Human-readable reason in Russian; empty if there is none',
  }),
  describeFields(City, { code: 'Code in deep links: MSK', name: 'Displayed name, in Russian' }),
  describeFields(CurrencyItem, {
    id: 'id of the payment system',
    code,
    aliases: 'Other codes that deep links may contain',
    searchWords: 'Further words to find it by: names in Russian, slang, former names',
    ticker: 'Unit shown after an amount: USDT, RUB',
    name,
    network,
    group: 'Криптовалюты, Банки, Платёжные системы or Наличные',
    kind,
    decimals,
    min: 'Minimum amount, in its unit',
    icon,
    cities: 'Cities where cash is handed over; empty for other kinds',
    closed: 'Why it is closed, by side',
  }),
  describeFields(CurrencyItem.entries.closed.wrapped, {
    send: 'Why it cannot be sent; null if it can',
    receive: 'Why it cannot be received; null if it can',
  }),
  describeFields(Direction, {
    ids: 'ids of its payment systems',
    name,
    send: 'The currency on the side to send',
    receive: 'The currency on the side to receive',
    items: 'Its payment systems, in the order of `ids`',
  }),
  describeFields(Direction.entries.send, { visible: 'Whether this side lists it' }),
  describeFields(Direction.entries.receive, { visible: 'Whether this side lists it' }),
  describeFields(RequisiteField.pipe[0], {
    name: 'Key of the value in the requisites of a claim',
    label: 'Label, in Russian',
    type: 'Type of the value; it decides how the value is checked',
    required: 'Whether a value is required',
    visible: 'Whether forms show it',
    hint: 'Help text, in Russian; null without one',
    options: 'Choices of a `select`; null for other types',
  }),
  describeFields(RequisiteField.entries.options.wrapped.wrapped.item, {
    value: 'Value to send',
    label: 'Text to show, in Russian',
  }),
  describeFields(SavedRequisite, { id: 'id of the saved requisite', values: 'field name → value' }),
  describeFields(PairSide, {
    ...limitFields,
    input: 'Fields to fill in',
    inputVerify: 'Fields to fill in for the verification course',
    currency: 'Unit of this side: USDT, RUB',
    network,
    savedRequisites: 'Requisites saved in the account; null without an account',
    congestion: 'Network load: 0 none, 1 low, 2 medium, 3 high',
    roundCalculator: decimals,
    notify: 'Notice about the currency, in Russian; null without one',
    defaultAmount: 'Amount to send that a form starts with; absent: the minimum',
    verificationFrom: 'Smallest amount to send that requires a verified card; absent if none does',
  }),
  describeFields(Pair, {
    ...courseFields,
    structure: 'Fields and limits, by side',
    saveRequisites:
      'Whether the requisites of a claim can be saved in the account; absent without an account',
  }),
  describeFields(Pair.entries.structure, { from: 'The side to send', to: 'The side to receive' }),
  describeFields(Course, {
    ...courseFields,
    from: 'Limits of the side to send; absent without a price',
    to: 'Limits of the side to receive; absent without a price',
  }),
  describeFields(Course.entries.from.wrapped, limitFields),
  describeFields(Reserve, {
    id: 'id of the payment system',
    code,
    name,
    network,
    currency: 'Unit of `amount`: USDT, RUB',
    kind,
    icon,
    decimals,
    amount: 'Free reserve',
    updatedAt: 'Time of the last change',
  }),
  describeFields(Market, {
    reserves: 'All free reserves',
    courses: 'Courses of the requested pairs that are open now',
  }),
  describeFields(MarketCourse, {
    from: 'Code of the currency to send',
    to: 'Code of the currency to receive',
    course: courseFields.course,
  }),
  describeFields(CourseHistory, {
    from: 'Code of the currency to send',
    to: 'Code of the currency to receive',
    currencyFrom: 'Unit of the side to send: USDT, RUB',
    currencyTo: 'Unit of the side to receive',
    course: 'The course now; null while the pair is closed',
    since: 'Begin of the period',
    step: 'Time between two points, seconds; a longer one is a gap without a course',
    points:
      'The last stored course of each step; none for steps when the pair was closed or nothing was stored',
    min: 'Lowest stored course of the period; null without one',
    max: 'Highest stored course of the period; null without one',
  }),
  describeFields(CoursePoint, {
    at: 'When it was stored',
    course: courseFields.course,
  }),
  describeFields(DiscountTier, {
    turnover: 'Minimum turnover of the tier, in USD',
    percent: 'Discount, percent of the course',
  }),
  describeFields(SettingsResponse, {
    filters: 'Groups to filter currencies by, in display order',
    contest: 'The running contest; null without one',
    captchaLogin: 'Whether signing in requires a captcha',
    verificationFirst: 'Whether forms start with the verification course',
    usePublicId: 'Whether the number of a claim is its short public one',
    demo: 'Whether claims advance automatically, without money',
    tech: 'Maintenance, as in `tech/`; absent in a response with a pair',
    chat: 'The chat, as in `chat/`; absent in a response with a pair',
    passwordMin: 'Shortest password of an account, characters; absent in a response with a pair',
    passkeys: 'Whether people can log in with passkeys; absent in a response with a pair',
    telegram: 'Whether a Telegram bot tells clients about their claims; absent in a response with a pair',
    referral: 'Terms of the referral programme; absent in a response with a pair',
    about: 'Who runs the exchange; absent in a response with a pair',
    from: 'Code of the currency to send',
    to: 'Code of the currency to receive',
    city: 'Code of the city for cash; null without one',
    replaced: 'Requested codes that are not shown',
    directions: 'All currencies in display order',
    toIds: 'ids that can be received for `from`',
    pair: 'The pair of `from` and `to`',
  }),
  describeFields(AboutExchange, {
    owner: 'Who runs the exchange, in Russian; null if it is not shown',
    hours: 'When the operators work, in Russian; null if it is not shown',
    links: 'Pages about the exchange on other sites: monitorings and reviews',
    figures: 'Completed exchanges; null if they are too few, or not shown',
  }),
  describeFields(AboutExchange.entries.links.item, {
    name: 'Text of the link, in Russian',
    url: 'Address of the page, https',
  }),
  describeFields(ExchangeFigures, {
    days: 'Days that the figures are about, until now',
    exchanges: 'Number of exchanges that were completed',
    payoutMinutes: 'Median time from the payment to the end of the exchange, minutes, rounded up',
  }),
  describeFields(ReferralTerms, {
    percent: 'Share of the profit that a partner gets, percent',
    holdHours: 'Hours until an accrual is available',
    minimum: 'Smallest withdrawal, USD',
    windowDays: 'Days that a click on a link counts',
  }),
  describeFields(CalculatorSettings.entries.contest.wrapped.wrapped, {
    title: 'Name of the contest, in Russian',
    endsAt: 'When it ends',
  }),
  describeFields(CodeReplacement, {
    side: 'Side of the code',
    wanted: 'Requested code',
    chosen: 'Code shown instead',
    closed: 'Why a known code is unavailable; absent for an unknown code',
  }),
  describeFields(MaintenanceStatus, {
    tech: 'Whether the exchange is closed for maintenance',
    until: 'When it is expected to open; null if unknown',
  }),
  describeFields(ChatSettings, { result: 'The chat; null without one' }),
  describeFields(ChatSettings.entries.result.wrapped.wrapped, { src: 'URL of the chat’s script' }),
];
