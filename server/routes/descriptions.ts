import type * as v from 'valibot';
import { isoInstant } from '#core/contract/calculator.ts';
import { decimal } from '#core/contract/decimal.ts';
import { FormMarkup } from '#core/contract/markupTree.ts';
import { LimitProblem, Problem } from '#core/contract/problem.ts';
import { ExportedRate, ExportedRates } from '#core/contract/rates.ts';
import { MerchantCallback } from '../merchant/merchantCallback.ts';
import { accountChangeFields } from './fieldDescriptions/accountChangeFields.ts';
import { accountClaimFields } from './fieldDescriptions/accountClaimFields.ts';
import { accountFields } from './fieldDescriptions/accountFields.ts';
import { alertFields } from './fieldDescriptions/alertFields.ts';
import { calculatorFields } from './fieldDescriptions/calculatorFields.ts';
import { claimFields } from './fieldDescriptions/claimFields.ts';
import { describeFields } from './fieldDescriptions/describeFields.ts';
import { secondFactorFields } from './fieldDescriptions/secondFactorFields.ts';
import { referralFields } from './fieldDescriptions/referralFields.ts';
import { requisiteFields } from './fieldDescriptions/requisiteFields.ts';
import { passkeyFields } from './fieldDescriptions/passkeyFields.ts';
import { shopStatisticsFields } from './fieldDescriptions/shopStatisticsFields.ts';
import { shopApiFields } from './fieldDescriptions/shopApiFields.ts';
import { verificationFields } from './fieldDescriptions/verificationFields.ts';

// Descriptions in /api/openapi.json. They are not in the schemas, which are part of every page's script.

/** Descriptions of schemas, wherever they are used. */
export const valueDescriptions: ReadonlyMap<v.GenericSchema, string> = new Map<v.GenericSchema, string>([
  [isoInstant, 'ISO 8601, UTC, by the server’s clock'],
  [decimal, 'A non-negative decimal as text, for example "1234.56"'],
  [FormMarkup, 'Elements of the prerendered form: [name, attributes, ...text or elements]'],
]);

/** Descriptions of fields, by their object schema; they replace the description of the field's value. */
export const fieldDescriptions: ReadonlyMap<
  v.GenericSchema,
  Readonly<Record<string, string | undefined>>
> = new Map([
  ...calculatorFields,
  ...claimFields,
  ...verificationFields,
  ...accountFields,
  ...accountChangeFields,
  ...accountClaimFields,
  ...secondFactorFields,
  ...referralFields,
  ...requisiteFields,
  ...passkeyFields,
  ...shopStatisticsFields,
  ...shopApiFields,
  ...alertFields,
  describeFields(ExportedRates, { rates: 'Every open direction' }),
  describeFields(ExportedRate, {
    from: 'Code of the currency to send',
    to: 'Code of the currency to receive',
    in: 'Amount sent; always 1',
    out: 'Amount received for it: the course',
    amount: 'Free reserve',
    minamount: 'Same as `frommin`, under its older name',
    maxamount: 'Same as `frommax`, under its older name',
    city: 'Code of the city, for cash',
    param: '`manual`: people process claims; `verifying`: a card verification may be required',
  }),
  describeFields(Problem, {
    detail: 'Human-readable message in Russian; programs must not compare it',
    code: 'Stable error code for programs',
  }),
  describeFields(LimitProblem, {
    codes: 'field name → stable error code for programs',
    limit: 'The limit that the amount exceeds',
  }),
  describeFields(MerchantCallback, {
    claim: 'id of the claim',
    number: 'Number of the claim that the merchant showed',
    amount: 'Amount of the order',
    currency: 'Unit of `amount`: RUB',
    reference: 'The merchant’s reference of the payment',
    result: 'Whether the order was paid',
    signature: 'HMAC-SHA-256 of the order and the result, base64url',
  }),
]);
