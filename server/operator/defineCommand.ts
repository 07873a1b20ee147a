import type { Transaction } from 'kysely';
import { EXCHANGE_LOCK } from '../database/rowLocks.ts';
import { runInTransaction } from '../database/runInTransaction.ts';
import type { DatabaseSchema } from '../database/schema.ts';
import { writeAuditEntry, type AuditEntry } from './auditLog.ts';
import type { OperatorContext } from './operatorContext.ts';
import { parseUsage, type UsageForm } from './usageForm.ts';

/** Why a command changed nothing, in one line. An empty message stands for the usage of the command. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Ends a command without changes: a transaction rolls back. Without a reason the operator reads the usage. */
export function refuse(reason = ''): never {
  throw new CommandError(reason);
}

/** Where the text of a value comes from. */
export interface ValueSource {
  context: OperatorContext;
  /** The name of the value in the usage. */
  name: string;
  isOption: boolean;
  /** Whether the call has no such value. */
  isMissing: boolean;
  /** The last fixed word of the call, for messages: `pay`. */
  action: string;
  /** All words of the call. */
  words: readonly string[];
  /** The texts of all its values, by their names. */
  texts: Readonly<Record<string, string>>;
}

/** Parses the text of a value, '' if it is missing, or refuses it. */
export type ValueParser<Value = unknown> = (text: string, source: ValueSource) => Value | Promise<Value>;

/** The parsers of a call's values, by their names in its usage. */
type ValueParsers = Readonly<Record<string, ValueParser>>;

type Values<Parsers extends ValueParsers> = { [Name in keyof Parsers]: Awaited<ReturnType<Parsers[Name]>> };

/** The value of an option that has none: whether it is given. */
export const flag = (_: string, { isMissing }: ValueSource): boolean => !isMissing;

/** Takes a text as it is. */
export const anyText = (text: string): string => text;

/** Creates the parser of a value that may be missing. */
export const optional =
  <Value>(parse: ValueParser<Value>) =>
  (text: string, source: ValueSource): Value | Promise<Value> | undefined =>
    source.isMissing ? undefined : parse(text, source);

/** The exchange within the transaction of a change. */
export interface ChangeContext extends OperatorContext {
  db: Transaction<DatabaseSchema>;
}

/** A change that a call made: the text to print, and its audit entry with the fixed words as the command. */
export type Change = Omit<AuditEntry, 'command'> & { text: string; command?: string };

/** A call as it was typed: its words, and its arguments and options by name. */
export interface TypedCall {
  form: UsageForm;
  words: readonly string[];
  texts: Readonly<Record<string, string>>;
}

/** One call of a command: its forms and what it does. The result is the text to print. */
export interface OperatorCall {
  forms: readonly UsageForm[];
  /** What its usage does not say, after a wrong call. */
  usageNote?: string;
  execute: (context: OperatorContext, typed: TypedCall) => Promise<string>;
}

/** What `help` prints about a command, the calls with its name. */
export interface CommandManual {
  name: string;
  summary: string;
  /** What its words and options mean. */
  help?: Readonly<Record<string, string>>;
  /** What else to know: paragraphs separated by an empty line. */
  notes?: string;
  /** Calls that work as they are, apart from ids; default: the name. */
  examples?: readonly string[];
  /** Whether it works without a key that the database was used with. */
  allowsMissingKey?: boolean;
}

/** Defines a call: it changes nothing, or records itself what it does outside of a transaction. */
export function defineCall<Parsers extends ValueParsers>(
  usage: string | readonly string[],
  parsers: Parsers,
  run: (context: OperatorContext, values: Values<Parsers>, typed: TypedCall) => Promise<string>,
): OperatorCall {
  return {
    forms: [usage].flat().map(form => parseUsage(form)),
    execute: async (context, typed) =>
      run(context, (await parseValues(parsers, context, typed)) as Values<Parsers>, typed),
  };
}

/** Defines a call whose change and its audit entry are one transaction, after other changes to the exchange. */
export function defineChange<Parsers extends ValueParsers>(
  usage: string | readonly string[],
  parsers: Parsers,
  change: (context: ChangeContext, values: Values<Parsers>) => Promise<Change>,
  locks: readonly string[] = [EXCHANGE_LOCK],
): OperatorCall {
  return defineCall(usage, parsers, (context, values, { form }) => {
    const work = async (db: ChangeContext['db']) => {
      const { text, ...entry } = await change({ ...context, db }, values);
      await writeAuditEntry(context, db, { command: form.fixedWords.join(' '), ...entry });
      return text;
    };
    return runInTransaction(context.db, work, locks);
  });
}

/** Defines a change of one claim, which waits for nothing but changes of that claim. */
export const defineClaimChange = <Parsers extends ValueParsers>(
  usage: string | readonly string[],
  parsers: Parsers,
  change: (context: ChangeContext, values: Values<Parsers>) => Promise<Change>,
): OperatorCall => defineChange(usage, parsers, change, []);

async function parseValues(
  parsers: ValueParsers,
  context: OperatorContext,
  { form, words, texts }: TypedCall,
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const [name, parse] of Object.entries(parsers)) {
    const isOption = form.options.some(option => option.name === name);
    const isMissing = texts[name] === undefined;
    const source = { context, name, isOption, isMissing, action: form.fixedWords.at(-1) ?? '', words, texts };
    values[name] = await parse(texts[name] ?? '', source);
  }
  return values;
}
