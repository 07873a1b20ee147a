import type * as v from 'valibot';
import { SETTING_NAMES } from '#core/contract/operator/terms/settings.ts';
import { CURRENCY_FIELDS, type CurrencyField } from '#core/contract/operator/currencies.ts';
import type { StaffRight } from '#core/contract/operator/staff.ts';
import type { ValueChange } from '#core/contract/operator/values.ts';
import { notFoundProblem } from '#server/platform/http/problem.ts';
import { runStaffChange, throwProblem, type Change, type ChangeContext } from '../defineCommand.ts';
import { changeRow, type StaffTable } from '../editableTable.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { methodTable } from '../partners/methodCommands.ts';
import { partnerTable } from '../partners/partnerCommands.ts';
import { currencyClosingTable, pairClosingTable } from './closingCommands.ts';
import { requisiteTable } from '../requisites/requisiteTable.ts';
import { staffCityTable } from './cityCommands.ts';
import { currencyTable } from './currencyCommand.ts';
import { pairTable } from './pairCommand.ts';
import { promocodeTable } from './promocodeCommands.ts';
import { courseTable } from './rateCommand.ts';
import { maintenanceTable, settingTable } from './settingCommands.ts';
import { tierTable } from './tierCommands.ts';

/** A value that staff changes. */
interface StaffValue {
  /** The right that changes it. */
  right: StaffRight;
  change: (context: OperatorContext, key: string, change: v.InferOutput<typeof ValueChange>) => Promise<void>;
}

/** Defines a field of a table that staff changes as `command` does. */
const defineValue = <Key, Row>(
  right: StaffRight,
  command: string,
  table: StaffTable<Key, Row>,
  field: string,
): StaffValue => ({
  right,
  async change(context, text, given) {
    const key = await parseKey(context, table, text);
    const run = (trx: ChangeContext): Promise<Change> => changeRow(trx, table, { key, field, ...given });
    await runStaffChange(context, command, run);
  },
});

/** Parses the key of a row. 404 if there is none. */
export async function parseKey<Key, Row>(
  context: OperatorContext,
  { parseKey: parse }: StaffTable<Key, Row>,
  text: string,
): Promise<Key> {
  try {
    return await parse(text, { context });
  } catch (error) {
    return throwProblem(error);
  }
}

/** Fields of a currency that decide which payments are recorded: as much as where clients pay. */
const PAYMENT_FIELDS: readonly CurrencyField[] = ['confirmations', 'contract'];

const STAFF_VALUES: Readonly<Record<string, StaffValue>> = {
  'pairs/margin': defineValue('courses', 'pair', pairTable, 'margin'),
  'pairs/discount': defineValue('courses', 'pair', pairTable, 'discount'),
  'pairs/max': defineValue('limits', 'pair', pairTable, 'max'),
  'pairs/course': defineValue('courses', 'rate', courseTable, 'course'),
  'pairs/closed': defineValue('closing', 'close', pairClosingTable, 'closed'),
  'currencies/send': defineValue('closing', 'close', currencyClosingTable, 'send'),
  'currencies/receive': defineValue('closing', 'close', currencyClosingTable, 'receive'),
  'exchange/maintenance': defineValue('closing', 'maintenance', maintenanceTable, 'maintenance'),
  'tiers/percent': defineValue('courses', 'tier', tierTable, 'percent'),
  'promocodes/active': defineValue('courses', 'promocode', promocodeTable, 'active'),
  'partners/off': defineValue('partners', 'partner', partnerTable, 'off'),
  'methods/fee': defineValue('partners', 'method', methodTable, 'fee'),
  'methods/closed': defineValue('partners', 'method', methodTable, 'closed'),
  ...Object.fromEntries(
    SETTING_NAMES.map(name => [`settings/${name}`, defineValue('settings', 'setting', settingTable, name)]),
  ),
  'requisites/state': defineValue('requisites', 'requisite', requisiteTable, 'state'),
  // Cash is paid in a city.
  ...Object.fromEntries(
    Object.keys(staffCityTable.fields).map(field => [
      `cities/${field}`,
      defineValue('requisites', 'city', staffCityTable, field),
    ]),
  ),
  ...Object.fromEntries(
    CURRENCY_FIELDS.map(field => {
      const right = PAYMENT_FIELDS.includes(field) ? 'requisites' : 'limits';
      return [`currencies/${field}`, defineValue(right, 'currency', currencyTable, field)];
    }),
  ),
};

/** Finds a value that staff changes. 404 without it. */
export function findStaffValue(table: string, field: string): StaffValue {
  const name = `${table}/${field}`;
  const value = Object.hasOwn(STAFF_VALUES, name) ? STAFF_VALUES[name] : undefined;
  if (!value) throw notFoundProblem;
  return value;
}
