import type * as v from 'valibot';
import { Course, isoInstant, CurrencyItem, Pair, PairSide } from '#core/contract/calculator.ts';
import { ClaimCreate, ClaimCreated, ClaimRefund, ClaimRequisite, ClaimStatus } from '#core/contract/claim.ts';
import { decimal } from '#core/contract/decimal.ts';
import { DiscountTier } from '#core/contract/discount.ts';
import { FormMarkup } from '#core/contract/markupTree.ts';
import { Problem } from '#core/contract/problem.ts';
import { ExportedRate } from '#core/contract/rates.ts';
import { SimulatorCreate, SimulatorMove } from '#core/contract/simulator.ts';
import { Verification } from '#core/contract/verification.ts';

// Descriptions in /api/openapi.json. They are not in the schemas, which are part of every page's script.

/** Descriptions of schemas, wherever they are used. */
export const valueDescriptions: ReadonlyMap<v.GenericSchema, string> = new Map<v.GenericSchema, string>([
  [isoInstant, 'ISO 8601, UTC, by the server’s clock'],
  [decimal, 'A non-negative decimal as text, for example "1234.56"'],
  [FormMarkup, 'Elements of the prerendered form: [name, attributes, ...text or elements]'],
]);

/** An object schema of the contract. */
type ObjectSchema = v.GenericSchema & { readonly entries: Readonly<Record<string, unknown>> };

function fieldsOf<const Schema extends ObjectSchema>(
  schema: Schema,
  descriptions: { readonly [Field in keyof Schema['entries']]?: string },
): [v.GenericSchema, Readonly<Record<string, string | undefined>>] {
  return [schema, descriptions];
}

const course = 'Units received for 1 unit sent, all fees included';
const requisites = 'field name → value, names as in the pair’s input or inputVerify';
const toRequisite = 'Masked requisite that receives the payout: «2202 •••• 4417»';
const currencyCode = 'Code or alias of a currency, in any case';
const amount = 'Amount of the payment, in the currency sent';

/** Descriptions of fields, by their object schema; they replace the description of the field's value. */
export const fieldDescriptions: ReadonlyMap<
  v.GenericSchema,
  Readonly<Record<string, string | undefined>>
> = new Map([
  fieldsOf(CurrencyItem, {
    code: 'Monitoring-site code, upper case, unique: USDTTRC20',
    ticker: 'Unit shown after an amount: USDT, RUB',
    name: 'Displayed name: Tether, Сбербанк',
    network: 'Network shown below the name: TRC20; null if the currency has only one',
    group: 'Криптовалюты, Банки, Платёжные системы or Наличные',
    icon: 'Key of a built-in icon; never a URL',
  }),
  fieldsOf(PairSide, {
    currency: 'Unit of this side: USDT, RUB',
    congestion: 'Network load: 0 none, 1 low, 2 medium, 3 high',
  }),
  fieldsOf(Pair, { course }),
  fieldsOf(Course, { course }),
  fieldsOf(DiscountTier, {
    turnover: 'Minimum turnover of the tier, in USD',
    percent: 'Discount, percent of the course',
  }),
  fieldsOf(ExportedRate, {
    in: 'Amount sent; always 1',
    out: 'Amount received for it: the course',
    amount: 'Free reserve',
    minamount: 'Same as `frommin`, under its older name',
    maxamount: 'Same as `frommax`, under its older name',
  }),
  fieldsOf(Problem, {
    detail: 'Human-readable message in Russian; programs must not compare it',
    code: 'Stable error code for programs',
  }),
  fieldsOf(ClaimCreate, {
    email: 'E-mail address of the client',
    fromPs: 'id of the payment system to send from',
    toPs: 'id of the payment system to receive in',
    fromRequisites: requisites,
    toRequisites: requisites,
  }),
  fieldsOf(ClaimStatus, { toRequisite }),
  fieldsOf(ClaimCreated, { toRequisite }),
  fieldsOf(ClaimRequisite, { value: 'Address, card number, phone number, or the meeting place for cash' }),
  fieldsOf(ClaimRefund, { requisites }),
  fieldsOf(Verification, { card: 'Masked: «2202 •••• 4418»' }),
  fieldsOf(SimulatorCreate, { from: currencyCode, to: currencyCode, amount }),
  fieldsOf(SimulatorMove, { amount }),
]);
