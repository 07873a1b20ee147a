import type { DoubtCode } from '#core/contract/operator/values.ts';
import type { MessageData } from '#core/messages.ts';
import { createProblem, notFoundProblem } from '#server/platform/http/problem.ts';
import {
  anyText,
  defineChange,
  flag,
  refuse,
  type Change,
  type ChangeContext,
  type OperatorCall,
  type Refusal,
  type ValueParser,
  type ValueSource,
} from './defineCommand.ts';
import type { OperatorContext } from './operatorContext.ts';
import { formatPlural, NO_VALUE, parseSwitch } from './parseValue.ts';
import { selectRows } from './selectRows.ts';
import { parseUsage } from './usageForm.ts';
import { formatAuthor } from './auditLog.ts';

/** A value of a row that the operator may change. */
export interface EditableField<Row> {
  /** For the help: the format and the meaning of its values. */
  help?: readonly [hint: string, text: string] | undefined;
  /** Parses the argument to the change of the row, or refuses it. */
  parse: (text: string, row: Row, context: OperatorContext) => Partial<Row>;
  format: (row: Row) => string;
}

/** A change of one field of a row. */
interface RowChange<Key, Row> {
  key: Key;
  field: string;
  before: Row;
  after: Row;
  context: ChangeContext;
}

/** A table whose rows the operator changes, one field at a time. */
export interface EditableTable<Key, Row> {
  /** Parses the key of a row, or refuses it. */
  parseKey: ValueParser<Key>;
  /** Formats the key, for texts and the audit log; "" if the table has one row. */
  formatKey: (key: Key) => string;
  fields: Readonly<Record<string, EditableField<Row>>>;
  /** The noun for a field; default: field. */
  fieldNoun?: string;
  /** Finds a row, or refuses the key. */
  find: (context: OperatorContext, key: Key) => Promise<Row>;
  /** Returns why a change is suspicious, so that it needs --force; null if it is not. */
  findDoubt?: (change: RowChange<Key, Row>) => Refusal | null;
  /** Stores the changed values, or refuses them. */
  save: (change: RowChange<Key, Row>, values: Partial<Row>) => Promise<unknown>;
  /** Returns the text to print and the audit entry; default: the old and the new value of the field. */
  describe?: (change: RowChange<Key, Row>) => Omit<Change, 'target'> & { target?: string };
  /** Returns additional text to print. */
  describeEffect?: (change: RowChange<Key, Row>) => string;
}

/** A table that staff changes, too: its keys need no other words of a command line. */
export interface StaffTable<Key, Row> extends EditableTable<Key, Row> {
  parseKey: (text: string, source: Pick<ValueSource, 'context'>) => Key | Promise<Key>;
}

/** Creates a field for one column. */
export function createField<Row, Column extends keyof Row>(
  column: Column,
  parse: (text: string, row: Row, context: OperatorContext) => Row[Column],
  format: (value: Row[Column], row: Row) => string,
  help?: EditableField<Row>['help'],
): EditableField<Row> {
  return {
    help,
    parse: (...given) => ({ [column]: parse(...given) }) as unknown as Partial<Row>,
    format: row => format(row[column], row),
  };
}

/** Whether a row is switched `on` or `off`. */
export const activeField = createField<{ active: bigint }, 'active'>(
  'active',
  text => (parseSwitch(text) === 'on' ? 1n : 0n),
  active => (active === 1n ? 'on' : 'off'),
);

/** Lists the fields of a table: «Fields: name, place.» */
const listFields = <Key, Row>({ fields, fieldNoun = 'field' }: EditableTable<Key, Row>) =>
  `${formatPlural(fieldNoun)}: ${Object.keys(fields).join(', ')}.`;

function getField<Key, Row>(table: EditableTable<Key, Row>, name: string): EditableField<Row> {
  const { fields, fieldNoun = 'field' } = table;
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field ?? refuse(`There is no ${fieldNoun} ${name}. ${listFields(table)}`, notFoundProblem);
}

/** Describes the fields for the help. */
export const describeFields = <Row>(fields: Readonly<Record<string, EditableField<Row>>>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { help: [hint, text] = ['', ''] }]) => [`${name} ${hint}`, text]),
  );

/**
 * Defines the call that changes a field of a row. The last argument is the value. The argument before it is the field,
 * unless that is always `onlyField`. The one before that is the key of the row, unless the table has one row.
 */
export function defineSetCall<Key, Row>(
  usage: string,
  table: EditableTable<Key, Row>,
  onlyField?: string,
): OperatorCall {
  const names = parseUsage(usage).words.flatMap(({ name }) => name ?? []);
  const valueName = names.pop() ?? '';
  const fieldName = onlyField === undefined ? (names.pop() ?? '') : null;
  const keyName = names.pop() ?? '';
  const parsers: Readonly<Record<string, ValueParser>> = {
    [keyName]: table.parseKey,
    ...(fieldName !== null && { [fieldName]: anyText }),
    [valueName]: anyText,
    force: flag,
  };
  const call = defineChange(usage, parsers, (context, given) => {
    const field = onlyField ?? String(given[fieldName ?? '']);
    const [key, value] = [given[keyName] as Key, String(given[valueName])];
    return changeRow(context, table, { key, field, value, force: given.force === true });
  });
  return onlyField === undefined ? { ...call, usageNote: listFields(table) } : call;
}

/** Creates a doubt: its sentence, and the 409 of the API. `data`: what its message contains. */
export const createDoubt = (text: string, code: DoubtCode, data: MessageData = {}): Refusal => ({
  text,
  problem: createProblem(409, code, { data, ...data }),
});

/** Changes a field of a row, after its checks. `seen`: the value that the person saw, as the field parses it. */
export async function changeRow<Key, Row>(
  context: ChangeContext,
  table: EditableTable<Key, Row>,
  {
    key,
    field: name,
    value,
    seen,
    force = false,
  }: { key: Key; field: string; value: string; seen?: string; force?: boolean },
): Promise<Change> {
  const field = getField(table, name);
  const before = await table.find(context, key);
  const from = field.format(before);
  const target = table.formatKey(key);
  if (seen !== undefined && from !== field.format({ ...before, ...field.parse(seen, before, context) }))
    throw createProblem(
      409,
      'value_changed',
      await describeLastChange(context.db, target || name, target ? from : null),
    );
  const values = field.parse(value, before, context);
  const after = { ...before, ...values };
  const change = { key, field: name, before, after, context };
  const doubt = force ? null : (table.findDoubt?.(change) ?? null);
  if (doubt !== null) refuse(`${doubt.text} Nothing was changed. Add --force to set it.`, doubt.problem);
  await table.save(change, values);
  const to = field.format(after);
  const { text, ...entry } = table.describe?.(change) ?? {
    text: `${[target, name].filter(Boolean).join(' ')}: ${from} → ${to}.`,
    detail: { ...(target && { field: name }), from, to },
  };
  return { target: target || name, ...entry, text: text + (table.describeEffect?.(change) ?? '') };
}

/** Returns a row as it would be with another value, or refuses the value. */
export async function previewRow<Key, Row>(
  context: OperatorContext,
  table: StaffTable<Key, Row>,
  { key, field, value }: { key: string; field: string; value: string },
): Promise<Row> {
  const row = await table.find(context, await table.parseKey(key, { context }));
  return { ...row, ...getField(table, field).parse(value, row, context) };
}

/** Who set the present value, and when: by the newest entry about the row that contains it. Null: by the newest one. */
async function describeLastChange(db: ChangeContext['db'], target: string, present: string | null) {
  const entries = await selectRows(db, 'operator_changes', { target })
    .orderBy('id', 'desc')
    .limit(10)
    .execute();
  const last = entries.find(
    ({ detail }) =>
      present === null ||
      Object.values(JSON.parse(detail) as object).some(value => (value ?? NO_VALUE) === present),
  );
  return formatAuthor(last);
}
