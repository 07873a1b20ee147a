import * as v from 'valibot';
import type { Call, ItemCall } from './call.ts';
import { decimalFromServer } from './decimal.ts';

const paymentSystemId = v.pipe(v.number(), v.integer(), v.minValue(1));

/** ISO 8601, UTC, by the server’s clock. */
export const isoInstant = v.pipe(v.string(), v.isoTimestamp());

/** Why a currency or a pair is closed: a code of messages.ts and a Russian sentence, "" if there is none. */
export const ClosedReason = v.object({
  /** Stable code for programs. */
  code: v.string(),
  /** Human-readable reason in Russian; empty if there is none. */
  detail: v.string(),
});
export type ClosedReason = v.InferOutput<typeof ClosedReason>;

/** A city for cash; `code` is used in deep links. */
export const City = v.object({
  /** Code in deep links: MSK. */
  code: v.string(),
  /** Displayed name, in Russian. */
  name: v.string(),
});
export type City = v.InferOutput<typeof City>;

/** Kind of a currency. Its icon is a circle for `crypto`, and a rounded square for money. */
const currencyKind = v.picklist(['crypto', 'bank', 'system', 'cash']);

/** Optional in responses of other backends. */
export const optionalCurrencyKind = v.optional(currencyKind, 'crypto');

/** ext: one payment system of a direction (Tether in TRC20); cur_from and cur_to contain its `code`. */
export const CurrencyItem = v.object({
  /** id of the payment system. */
  id: paymentSystemId,
  /** Monitoring-site code, upper case, unique: USDTTRC20. */
  code: v.string(),
  /** Other codes that deep links may contain. */
  aliases: v.optional(v.array(v.string()), []),
  /** Further words to find it by: names in Russian, slang, former names. */
  searchWords: v.optional(v.array(v.string())),
  /** Unit shown after an amount: USDT, RUB. */
  ticker: v.string(),
  /** Displayed name: Tether, Сбербанк. */
  name: v.string(),
  /** Network shown below the name: TRC20; null if the currency has only one. */
  network: v.nullable(v.string()),
  /** Криптовалюты, Банки, Платёжные системы or Наличные. */
  group: v.string(),
  /** What it is; its icon is a circle for `crypto`, else a rounded square. */
  kind: currencyKind,
  /** Digits after the decimal point. */
  decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(18)),
  /** Minimum amount, in its unit. */
  min: v.optional(decimalFromServer),
  /** Key of a built-in logo, never a URL; clients show letters of the name for an unknown key. */
  icon: v.string(),
  /** Cities where cash is handed over; empty for other kinds. */
  cities: v.optional(v.array(City), []),
  /** Why it is closed, by side. */
  closed: v.optional(
    v.object({
      /** Why it cannot be sent; null if it can. */
      send: v.nullable(ClosedReason),
      /** Why it cannot be received; null if it can. */
      receive: v.nullable(ClosedReason),
    }),
    {
      send: null,
      receive: null,
    },
  ),
});
export type CurrencyItem = v.InferOutput<typeof CurrencyItem>;

/** One currency, the ids of its payment systems, and the sides that it is visible on. */
export const Direction = v.object({
  /** ids of its payment systems. */
  ids: v.array(paymentSystemId),
  /** Displayed name: Tether, Сбербанк. */
  name: v.string(),
  /** The currency on the side to send. */
  send: v.object({
    /** Whether this side lists it. */
    visible: v.boolean(),
  }),
  /** The currency on the side to receive. */
  receive: v.object({
    /** Whether this side lists it. */
    visible: v.boolean(),
  }),
  /** Its payment systems, in the order of `ids`. */
  items: v.optional(v.array(CurrencyItem)),
});
export type Direction = v.InferOutput<typeof Direction>;

/** All directions in display order. */
export const Directions = v.array(Direction);

/** ids of payment systems. */
export const PaymentSystemIds = v.array(paymentSystemId);

/** The free reserve of a payment system in its own currency. */
export const Reserve = v.object({
  /** id of the payment system. */
  id: paymentSystemId,
  /** Monitoring-site code, upper case, unique: USDTTRC20. */
  code: v.string(),
  /** Displayed name: Tether, Сбербанк. */
  name: v.string(),
  /** Network shown below the name: TRC20; null if the currency has only one. */
  network: v.nullable(v.string()),
  /** Unit of `amount`: USDT, RUB. */
  currency: v.string(),
  /** What it is; its icon is a circle for `crypto`, else a rounded square. */
  kind: optionalCurrencyKind,
  /** Key of a built-in logo, never a URL; clients show letters of the name for an unknown key. */
  icon: v.string(),
  /** Digits after the decimal point. */
  decimals: v.number(),
  /** Free reserve. */
  amount: decimalFromServer,
  /** Time of the last change. */
  updatedAt: isoInstant,
});
export type Reserve = v.InferOutput<typeof Reserve>;
export const Reserves = v.array(Reserve);

/** Path of GET calculator/settings/, whose response several schemas read in part. */
export const SETTINGS_PATH = '/api/v1/calculator/settings/';

/** List all currencies in display order. */
export const listDirectionsCall: Call<Direction[]> = {
  method: 'GET',
  path: '/api/v1/calculator/',
  response: Directions,
};

/** List the ids that can be sent now. */
export const listFromIdsCall: Call<number[]> = {
  method: 'GET',
  path: '/api/v1/calculator/from/',
  response: PaymentSystemIds,
};

/**
 * List the ids that can be received for this id now.
 *
 * @throws 404 `currency_unknown`.
 */
export const listToIdsCall: ItemCall<number[]> = {
  method: 'GET',
  path: '/api/v1/calculator/from/{id}/',
  response: PaymentSystemIds,
};

/**
 * List the ids that can be sent for this id now.
 *
 * @throws 404 `currency_unknown`.
 */
export const listFromIdsByToCall: ItemCall<number[]> = {
  method: 'GET',
  path: '/api/v1/calculator/to/{id}/',
  response: PaymentSystemIds,
};

/** List the free reserve of each payment system. */
export const listReservesCall: Call<Reserve[]> = {
  method: 'GET',
  path: '/api/v1/calculator/reserves/',
  response: Reserves,
};
