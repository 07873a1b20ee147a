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

// What /api/openapi.json says about values and fields. The schemas themselves are part of every page's script, where a
// sentence is only weight.

/** Descriptions of schemas, wherever they are used. */
export const valueDescriptions: ReadonlyMap<v.GenericSchema, string> = new Map<v.GenericSchema, string>([
  [isoInstant, 'ISO 8601, UTC, by the server’s clock'],
  [decimal, 'A non-negative decimal as text, for example "1234.56"'],
  [FormMarkup, 'Elements of the ready-made form: [name, attributes, ...text or elements]'],
]);

/** An object schema of the contract. */
type ObjectSchema = v.GenericSchema & { readonly entries: Readonly<Record<string, unknown>> };

function fieldsOf<const Schema extends ObjectSchema>(
  schema: Schema,
  descriptions: { readonly [Field in keyof Schema['entries']]?: string },
): [v.GenericSchema, Readonly<Record<string, string | undefined>>] {
  return [schema, descriptions];
}

const course = 'Units received for 1 unit sent, everything included';
const requisites = 'field name → value, names as in the pair’s input or inputVerify';
const toRequisite = 'Where the money goes, masked: «2202 •••• 4417»';
const currencyCode = 'Code or alias of a currency, in any case';
const amount = 'Money that comes in, in the currency sent';

/** Descriptions of fields, by their object schema; they replace the description of the field's value. */
export const fieldDescriptions: ReadonlyMap<
  v.GenericSchema,
  Readonly<Record<string, string | undefined>>
> = new Map([
  fieldsOf(CurrencyItem, {
    code: 'Monitoring-site code, upper case, unique: USDTTRC20',
    ticker: 'Unit shown after a sum: USDT, RUB',
    name: 'Name people use: Tether, Сбербанк',
    network: 'Network shown in the second line: TRC20; null when there is one',
    group: 'Криптовалюты, Банки, Платёжные системы or Наличные',
    icon: 'Key of a drawn coin, never an address of a picture',
  }),
  fieldsOf(PairSide, {
    currency: 'Unit of this side: USDT, RUB',
    congestion: 'Network load: 0 none, 1 low, 2 middle, 3 high',
  }),
  fieldsOf(Pair, { course }),
  fieldsOf(Course, { course }),
  fieldsOf(DiscountTier, { turnover: 'From this turnover on, in USD', percent: 'Percent of the course' }),
  fieldsOf(ExportedRate, {
    in: 'Sent; always 1',
    out: 'Received for it: the course',
    amount: 'Free reserve',
    minamount: 'The older name of `frommin`',
    maxamount: 'The older name of `frommax`',
  }),
  fieldsOf(Problem, {
    detail: 'A sentence for people, in Russian; never to be matched by programs',
    code: 'A stable code; programs decide by it and by the status',
  }),
  fieldsOf(ClaimCreate, {
    email: 'An address; the rule is `email` of requisites.ts',
    fromPs: 'id of the payment system to send from',
    toPs: 'id of the payment system to receive in',
    fromRequisites: requisites,
    toRequisites: requisites,
  }),
  fieldsOf(ClaimStatus, { toRequisite }),
  fieldsOf(ClaimCreated, { toRequisite }),
  fieldsOf(ClaimRequisite, { value: 'Address, card number, phone or the place to bring cash to' }),
  fieldsOf(ClaimRefund, { requisites }),
  fieldsOf(Verification, { card: 'Masked: «2202 •••• 4418»' }),
  fieldsOf(SimulatorCreate, { from: currencyCode, to: currencyCode, amount }),
  fieldsOf(SimulatorMove, { amount }),
]);
