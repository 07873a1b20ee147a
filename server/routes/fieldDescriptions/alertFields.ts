import {
  CourseAlert,
  CourseAlertCancellation,
  CourseAlertRequest,
  CourseAlertToken,
} from '#core/contract/course/courseAlert.ts';
import { describeFields, type DescribedSchema } from './describeFields.ts';

const priceOf = 'The currency whose price it is: that to send, or that to receive';
const price = 'Price of 1 unit of the currency `priceOf`, in units of the other one';

/** Descriptions of the fields of alerts about courses. */
export const alertFields: readonly DescribedSchema[] = [
  describeFields(CourseAlertRequest, {
    from: 'Code or alias of the currency to send',
    to: 'Code or alias of the currency to receive',
    priceOf,
    price,
    email: 'E-mail that gets the letters',
    recaptcha: 'Token of the captcha, if one is required',
  }),
  describeFields(CourseAlertToken, { token: 'Token of the letter’s link, after `=`' }),
  describeFields(CourseAlert, {
    from: 'Code of the currency to send',
    to: 'Code of the currency to receive',
    currencyFrom: 'Unit of the side to send: USDT, RUB',
    currencyTo: 'Unit of the side to receive',
    priceOf,
    price,
    direction: 'Whether the price has to rise (`up`) or to fall (`down`) to it',
    expiresAt: 'Until then the alert waits for its course',
  }),
  describeFields(CourseAlertCancellation, {
    cancelled: 'Number of alerts that were cancelled; 0 if they were over',
  }),
];
