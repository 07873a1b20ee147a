import type * as v from 'valibot';
import type { StaffRight } from '#core/contract/operator/staff.ts';
import type { ValueChange } from '#core/contract/operator/values.ts';
import { notFoundProblem } from '#server/platform/http/problem.ts';
import { runStaffChange } from '../defineCommand.ts';
import { changeRow, type StaffTable } from '../editableTable.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { methodTable } from '../partners/methodCommands.ts';
import { partnerTable } from '../partners/partnerCommands.ts';
import { currencyClosingTable, pairClosingTable } from './closingCommands.ts';
import { requisiteTable } from '../requisites/requisiteTable.ts';
import { cityTable } from './cityCommands.ts';
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

/** Defines fields of a table, or all, that staff changes as `command` does. `name`: of the table in the API. */
const defineValues = <Key, Row>(
  name: string,
  right: StaffRight,
  command: string,
  table: StaffTable<Key, Row>,
  fields: readonly string[] = Object.keys(table.fields),
): Record<string, StaffValue> =>
  Object.fromEntries(
    fields.map(field => [
      `${name}/${field}`,
      {
        right,
        change: (context, text, given) =>
          runStaffChange(context, command, async trx => {
            const key = await table.parseKey(text, { context: trx });
            return changeRow(trx, table, { key, field, ...given });
          }),
      },
    ]),
  );

const STAFF_VALUES: Readonly<Record<string, StaffValue>> = {
  ...defineValues('pairs', 'courses', 'pair', pairTable, ['margin', 'discount']),
  ...defineValues('pairs', 'limits', 'pair', pairTable, ['max']),
  ...defineValues('pairs', 'courses', 'rate', courseTable),
  ...defineValues('pairs', 'closing', 'close', pairClosingTable),
  ...defineValues('currencies', 'closing', 'close', currencyClosingTable),
  ...defineValues('currencies', 'limits', 'currency', currencyTable),
  // They decide which payments are recorded: as much as where clients pay.
  ...defineValues('currencies', 'requisites', 'currency', currencyTable, ['confirmations', 'contract']),
  ...defineValues('exchange', 'closing', 'maintenance', maintenanceTable),
  ...defineValues('settings', 'settings', 'setting', settingTable),
  ...defineValues('tiers', 'courses', 'tier', tierTable),
  ...defineValues('promocodes', 'courses', 'promocode', promocodeTable),
  ...defineValues('partners', 'partners', 'partner', partnerTable),
  ...defineValues('methods', 'partners', 'method', methodTable),
  ...defineValues('requisites', 'requisites', 'requisite', requisiteTable),
  // Cash is paid in a city.
  ...defineValues('cities', 'requisites', 'city', cityTable),
};

/** Finds a value that staff changes. 404 without it. */
export function findStaffValue(table: string, field: string): StaffValue {
  const name = `${table}/${field}`;
  const value = Object.hasOwn(STAFF_VALUES, name) ? STAFF_VALUES[name] : undefined;
  if (!value) throw notFoundProblem;
  return value;
}
