import {
  OwnClaims,
  Shop,
  ShopHistory,
  ShopHistoryClaim,
  ShopLink,
  ShopLinkCreate,
  ShopLinks,
  ShopStatistics,
  ShopUpdate,
  StatisticsNumbers,
  StatisticsRow,
} from '#core/contract/account/shop.ts';
import { ReferralClick } from '#core/contract/referralClick.ts';
import { describeFields, type DescribedSchema } from './describeFields.ts';

const name = 'Name of the shop; may be empty';
const site = 'Address of the shop; may be empty';
const sourceFields = {
  host: 'Host of the page with the link, as the browser knows it; that of the page with the widget counts anyway',
  utm: 'Parameters `utm_…` of the link',
};
const linkFields = {
  code: 'Code of the partner',
  sub: 'What follows the code, to tell links apart; may be empty',
  label: 'The partner’s name for the link; may be empty',
  cur_from: 'Code of the currency to send; null: left out',
  cur_to: 'Code of the currency to receive; null: left out',
  amount: 'Amount to send; null: left out',
};
const numberFields = {
  clicks: 'Clicks on links and views of widgets: one a visitor, day, link, sub and host',
  visitors: 'Visitors: one a day and code',
  claims: 'Claims created',
  completed: 'Claims completed',
  turnover: 'Value of the completed claims, US dollars',
  income: 'Accrued less reversed, US dollars',
};

/** Descriptions of the fields of an account's shop. */
export const shopStatisticsFields: readonly DescribedSchema[] = [
  describeFields(Shop, {
    name,
    site,
    switchedOff: 'Why the operator has switched the partner off; null: it is on',
  }),
  describeFields(ShopUpdate, { name, site }),
  describeFields(ShopLinkCreate, linkFields),
  describeFields(ShopLink, { ...linkFields, id: 'id of the saved link', url: 'The complete link' }),
  describeFields(ShopLinks, {
    codes: 'Codes of the partner, the oldest first',
    links: 'Saved links, the newest first',
  }),
  describeFields(ShopLinks.entries.codes.item, {
    code: 'The code',
    label: 'The partner’s name for it; may be empty',
  }),
  describeFields(ShopHistoryClaim, {
    number: 'Number of the claim',
    status: 'Status of the claim',
    from: 'Currency sent',
    to: 'Currency received',
    fromSumma: 'Amount to send',
    toSumma: 'Amount to receive',
    income: 'What the partner earns with it, US dollars; null until it is completed',
    waiting: 'Whether the claim is completed, and its accrual waits until the client opens it',
    reason: 'Why it brings nothing, or nothing yet; null: it accrued, or is not completed',
    code: linkFields.code,
    sub: linkFields.sub,
    host: 'Host of the page with the link or the widget; empty: unknown',
  }),
  describeFields(ShopHistory, {
    count: 'Claims on all pages',
    next: 'URL of the next page; null on the last one',
    previous: 'URL of the previous page; null on the first one',
    results: 'Claims of this page',
  }),
  describeFields(StatisticsNumbers, numberFields),
  describeFields(StatisticsRow, {
    ...numberFields,
    key: 'First day of the period; or the code, sub, pair or host; empty: unknown or none',
    label: 'The same for people',
  }),
  describeFields(OwnClaims, {
    claims: 'Own claims created in the period and completed',
    turnover: 'Value of those completed in the period, US dollars',
  }),
  describeFields(ShopStatistics, {
    timezone: 'Time zone of the days',
    dateFrom: 'First day',
    dateTo: 'Last day',
    countedAt: 'Until when events are counted; null: nothing was counted yet',
    totals: 'All of the period',
    previous: 'All of as many days before',
    own: 'The partner’s own claims, which no other figure counts',
    rows: 'By period; or with `by` the 500 rows with the largest turnover',
  }),
  describeFields(ReferralClick, { ...sourceFields, refferal: '`CODE` or `CODE.sub`' }),
];
