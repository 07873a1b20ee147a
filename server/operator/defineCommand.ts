import type { Transaction } from 'kysely';
import { EXCHANGE_LOCK } from '#server/platform/database/rowLocks.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import type { Problem } from '#server/platform/http/problem.ts';
import { writeAuditEntry, type AuditEntry } from './auditLog.ts';
import type { OperatorContext } from './operatorContext.ts';
import { parseUsage, type UsageForm } from './usageForm.ts';

/** Why nothing was changed: a line of the command line, and the refusal of the API if staff can cause it there. */
export interface Refusal {
  text: string;
  problem?: Problem;
}

/** The reason why a command changed nothing, in one line. With an empty message the usage of the command is printed. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  /** The refusal of the API. */
  readonly problem: Problem | undefined;

  constructor(reason: string, problem?: Problem) {
    super(reason);
    this.problem = problem;
  }
}

/** Ends a command without changes: a transaction rolls back. Without a reason the usage is printed. */
export function refuse(reason = '', problem?: Problem): never {
  throw new CommandError(reason, problem);
}

/** Source of the text of a value. */
export interface ValueSource {
  context: OperatorContext;
  /** The name of the value in the usage. */
  name: string;
  isOption: boolean;
  /** Whether the call lacks this value. */
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

/** The value of an option without an argument: whether it is given. */
export const flag = (_: string, { isMissing }: ValueSource): boolean => !isMissing;

/** Accepts any text unchanged. */
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

/** The result of a change: the text to print, and its audit entry with the fixed words as the command. */
export type Change = Omit<AuditEntry, 'command'> & { text: string; command?: string };

/** A parsed call: its words, and its arguments and options by name. */
export interface TypedCall {
  form: UsageForm;
  words: readonly string[];
  texts: Readonly<Record<string, string>>;
}

/** One call of a command: its forms and its action. The result is the text to print. */
export interface OperatorCall {
  forms: readonly UsageForm[];
  /** A note that is printed with the usage after a wrong call. */
  usageNote?: string;
  execute: (context: OperatorContext, typed: TypedCall) => Promise<string>;
}

/** The help of a command, that is the calls with its name. */
export interface CommandManual {
  name: string;
  summary: string;
  /** Meaning of its words and options. */
  help?: Readonly<Record<string, string>>;
  /** Further notes: paragraphs separated by an empty line. */
  notes?: string;
  /** Examples that work unchanged, apart from ids; default: the name. */
  examples?: readonly string[];
  /** Whether it works without a key that the database was used with. */
  allowsMissingKey?: boolean;
}

/** Defines a call without changes, or one that records its actions itself outside of a transaction. */
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

/** Defines a call whose change and audit entry are one transaction, which waits for other changes to the exchange. */
export function defineChange<Parsers extends ValueParsers>(
  usage: string | readonly string[],
  parsers: Parsers,
  change: (context: ChangeContext, values: Values<Parsers>) => Promise<Change>,
  locks: readonly string[] = [EXCHANGE_LOCK],
): OperatorCall {
  return defineCall(usage, parsers, (context, values, { form }) =>
    runChange(context, form.fixedWords.join(' '), trx => change(trx, values), locks),
  );
}

/** Runs a change and writes its audit entry in one transaction, after other changes to the exchange. Returns its text. */
function runChange(
  context: OperatorContext,
  command: string,
  change: (context: ChangeContext) => Promise<Change>,
  locks: readonly string[] = [EXCHANGE_LOCK],
): Promise<string> {
  const work = async (db: ChangeContext['db']) => {
    const { text, ...entry } = await change({ ...context, db });
    await writeAuditEntry(context, db, { command, ...entry });
    return text;
  };
  return runInTransaction(context.db, work, locks);
}

/** Runs a change of staff as `command` would run it. */
export async function runStaffChange(
  context: OperatorContext,
  command: string,
  change: (context: ChangeContext) => Promise<Change>,
): Promise<void> {
  await runChange(context, command, change);
  // Visitors of this server get it at once.
  await context.catalogue.reloadAfterOwnWrites();
}

/** Throws the problem of a command's refusal, which the API sends, or the error itself. */
export function throwProblem(error: unknown): never {
  throw (error instanceof CommandError && error.problem) || error;
}

/** Defines a change of one claim, which waits only for changes of that claim. */
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
