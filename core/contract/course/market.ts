import * as v from 'valibot';
import { Reserves } from '../calculator.ts';
import type { Call } from '../call.ts';
import { decimalFromServer } from '../decimal.ts';

/** ext: the course of an open pair: codes of its currencies, and units received for 1 unit sent. */
export const MarketCourse = v.object({
  /** Code of the currency to send. */
  from: v.string(),
  /** Code of the currency to receive. */
  to: v.string(),
  /** Units received for 1 unit sent, all fees included; 0 without a price. */
  course: decimalFromServer,
});

/** ext: all free reserves, and the courses of the requested pairs that are open now. */
export const Market = v.object({
  /** All free reserves. */
  reserves: Reserves,
  /** Courses of the requested pairs that are open now. */
  courses: v.array(MarketCourse),
});
export type Market = v.InferOutput<typeof Market>;

/** Get all free reserves and the courses of some pairs, in one call. */
export const getMarketCall: Call<Market> = {
  method: 'GET',
  path: '/api/v1/calculator/market/',
  response: Market,
};
