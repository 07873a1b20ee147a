import * as v from 'valibot';
import { Reserves } from './calculator.ts';
import { decimalFromServer } from './decimal.ts';

/** ext: the course of an open pair: codes of its currencies, and units received for 1 unit sent. */
export const MarketCourse = v.object({ from: v.string(), to: v.string(), course: decimalFromServer });

/** ext: GET calculator/market/ : all free reserves, and the courses of the requested pairs that are open now. */
export const Market = v.object({ reserves: Reserves, courses: v.array(MarketCourse) });
export type Market = v.InferOutput<typeof Market>;
