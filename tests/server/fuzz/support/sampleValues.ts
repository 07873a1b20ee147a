import { TEST_CARD_NUMBER } from '../../../support/claimClient.ts';
import { WALLET_ADDRESS } from '../../accounts/support/requisiteClient.ts';
import type { JsonSchema } from './apiCalls.ts';

/** Any id. */
export const SOME_ID = '01234567-89ab-4cde-8f01-23456789abcd';

/** Valid texts by the name of their field. */
const TEXTS_BY_NAME: Readonly<Record<string, string>> = {
  email: 'other@mail.example',
  code: '123456',
  currency: 'USDTTRC20',
  cur_from: 'LTC',
  cur_to: 'SBERRUB',
  from: 'LTC',
  to: 'SBERRUB',
  url: 'https://93.184.216.34/hook',
  site: 'https://shop.example',
  password: 'granite-parsnip-77-violin',
  oldPassword: 'granite-parsnip-77-violin',
  newPassword: 'granite-parsnip-77-violin',
};

/** A record of requisites. */
const REQUISITES = { card: TEST_CARD_NUMBER, account: WALLET_ADDRESS, fio: 'Иванов Иван' };

/** A value that a schema accepts, as far as it says what it accepts. */
export function createSample(schema: JsonSchema, name = ''): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return createSample(schema.anyOf[0] ?? {}, name);
  switch (schema.type) {
    case 'object':
      if (!schema.properties) return REQUISITES;
      return Object.fromEntries(
        Object.entries(schema.properties).map(([key, property]) => [key, createSample(property, key)]),
      );
    case 'array':
      return [createSample(schema.items ?? {}, name)];
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    default:
      return createSampleText(schema, name);
  }
}

/** The same for a text of an address. */
export function createSampleText({ format, pattern, minLength = 1 }: JsonSchema, name: string): string {
  if (format === 'uuid') return SOME_ID;
  if (format === 'date') return '2026-11-01';
  if (format === 'date-time') return '2099-11-01T00:00:00Z';
  return TEXTS_BY_NAME[name] ?? (pattern?.includes(String.raw`\d`) ? '100' : 'a'.repeat(minLength));
}
