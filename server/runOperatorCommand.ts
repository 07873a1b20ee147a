import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { bootstrapExchange, type RunningExchange } from './bootstrap.ts';
import { ConfigError, parseConfig } from '#server/platform/config/config.ts';
import { createLogger } from '#server/platform/logger.ts';
import { StartError } from '#server/platform/startError.ts';
import { CommandError, refuse, type OperatorCall, type TypedCall } from '#server/operator/defineCommand.ts';
import { operatorCommands, type OperatorCommand } from '#server/operator/operatorCommands.ts';
import { matchWords } from '#server/operator/usageForm.ts';

/** The result of a command: text to print, or (`ok: false`) one line with the reason why nothing was done. */
export type CommandResult = { ok: boolean; text: string };

const MAX_ACTOR_LENGTH = 64;

const MANUAL_WIDTH = 120;

const options = Object.values(operatorCommands)
  .flatMap(({ calls }) => calls.flatMap(({ forms }) => forms.flatMap(form => form.options)))
  .map(({ name, takesValue }) => [name, { type: takesValue ? 'string' : 'boolean' } as const] as const);
const optionTypes = Object.fromEntries(options);

/**
 * Runs one command line on the database that `env` configures and closes it. The text of a failure is one line. Rejects
 * only for errors of the program.
 */
export async function runOperatorCommand(args: string[], env: NodeJS.ProcessEnv): Promise<CommandResult> {
  let exchange: RunningExchange | undefined;
  let command: OperatorCommand | undefined;
  try {
    const { positionals, values } = parseArgs({
      args,
      options: { ...optionTypes, help: { type: 'boolean', short: 'h' }, as: { type: 'string' } },
      allowPositionals: true,
    });
    const { help, as: actor, ...given } = values as Record<string, string | boolean | undefined>;
    if (typeof actor === 'string' && (actor.trim() === '' || actor.length > MAX_ACTOR_LENGTH))
      refuse(`--as is a name of 1 to ${MAX_ACTOR_LENGTH} characters.`);
    const isHelp = positionals[0] === 'help';
    const [topic] = isHelp ? positionals.slice(1) : positionals;
    if (!topic) return { ok: true, text: formatOverview() };
    command = Object.hasOwn(operatorCommands, topic) ? operatorCommands[topic] : undefined;
    if (!command)
      refuse(`Unknown command “${topic}”. Commands: ${Object.keys(operatorCommands).join(', ')}.`);
    if (help || isHelp) return { ok: true, text: formatManual(command) };
    const texts = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
    const { call, ...typed } = selectCall(command, positionals, texts);
    const missingKeys = { createIfMissing: false, allowMissing: command.allowsMissingKey ?? false };
    exchange = await bootstrapExchange(parseConfig(env), createLogger('silent'), undefined, missingKeys);
    const context = { ...exchange.context, actor: String(actor ?? '').trim() || getSystemUser(env) };
    return { ok: true, text: await call.execute(context, typed) };
  } catch (error) {
    return { ok: false, text: describeRefusal(error, command) };
  } finally {
    await exchange?.close();
  }
}

/** Finds the call that matches the words and accepts the given options; calls with more fixed words are tried first. */
function selectCall(
  command: OperatorCommand,
  words: readonly string[],
  given: Readonly<Record<string, string>>,
): TypedCall & { call: OperatorCall } {
  const refuseOption = (name: string, option = '') =>
    refuse(`“${name}” does not accept --${option}. ${formatUsage(command)}`);
  const typedOptions = Object.keys(given);
  const unknown = typedOptions.find(option => !command.options.includes(option));
  if (unknown !== undefined) refuseOption(command.name, unknown);
  const matches = command.calls.flatMap(call =>
    call.forms.flatMap(form => {
      const texts = matchWords(form, words);
      return texts ? [{ call, form, words, texts: { ...texts, ...given } }] : [];
    }),
  );
  const fixedCount = Math.max(...matches.map(({ form }) => form.fixedWords.length));
  const candidates = matches
    .filter(({ form }) => form.fixedWords.length === fixedCount)
    .map(match => ({ match, refused: typedOptions.filter(option => !acceptsOption(match.call, option)) }));
  const accepted = candidates.flatMap(({ match, refused }) => (refused.length === 0 ? match : []));
  const [best] = accepted.toSorted((a, b) => countMissing(a) - countMissing(b));
  if (best) return best;
  const [only, ...others] = candidates;
  const [, ...actions] = only && others.length === 0 ? only.match.form.fixedWords : [];
  return actions.length > 0 ? refuseOption(actions.join(' '), only?.refused[0]) : refuse();
}

const acceptsOption = ({ forms }: OperatorCall, option: string) =>
  forms.some(({ options }) => options.some(({ name }) => name === option));

const countMissing = ({ form, texts }: TypedCall) =>
  form.options.filter(({ name, isOptional }) => !isOptional && texts[name] === undefined).length;

const formatUsage = ({ usage, calls }: OperatorCommand) =>
  [`Usage: ${usage.join(', or ')}`, ...calls.flatMap(({ usageNote = [] }) => usageNote)].join('. ');

function formatOverview(): string {
  const lines = Object.values(operatorCommands).flatMap(({ usage, summary }) => [
    ...usage.map(form => `  ${form}`),
    `      ${summary}`,
  ]);
  return [
    'Usage: npm run operator -- <command> [--as <name>]',
    '',
    ...lines,
    '',
    '--as <name>  who makes the change, for the list `changes`; default: the system user',
    'Details and examples: help <command>',
  ].join('\n');
}

function formatManual({ usage, summary, help = {}, notes, examples }: OperatorCommand): string {
  const label = (title: string, lines: readonly string[]) =>
    lines.map((line, at) => `${at === 0 ? title : ' '.repeat(title.length)} ${line}`);
  const calls = examples.map(call => `npm run operator -- ${call}`);
  const sentence = `${summary[0]?.toUpperCase()}${summary.slice(1)}.`;
  const width = Math.max(...Object.keys(help).map(({ length }) => length));
  const terms = Object.entries(help).flatMap(([term, text]) =>
    wrapText(text, MANUAL_WIDTH - width - 2).map(
      (line, at) => `${(at === 0 ? term : '').padEnd(width)}  ${line}`,
    ),
  );
  const paragraphs = notes?.split('\n\n').map(paragraph => wrapText(paragraph, MANUAL_WIDTH)) ?? [];
  const parts = [label('Usage:', usage), [sentence], terms, ...paragraphs, label('Example:', calls)];
  return parts.flatMap(lines => (lines.length > 0 ? [lines.join('\n')] : [])).join('\n\n');
}

/** Splits a text into lines of at most `width` characters. */
const wrapText = (text: string, width: number) =>
  [...text.matchAll(new RegExp(`\\S.{0,${width - 1}}(?=\\s|$)`, 'g'))].map(([line]) => line);

/** Returns the user who runs the command, also behind sudo; the number if the user has no name, as in a container. */
function getSystemUser(env: NodeJS.ProcessEnv): string {
  if (env.SUDO_USER) return env.SUDO_USER;
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Describes in one line why a command did nothing. Rethrows an error of the program. */
function describeRefusal(error: unknown, command: OperatorCommand | undefined): string {
  if (error instanceof CommandError) return error.message || (command ? formatUsage(command) : '');
  if (error instanceof ConfigError || error instanceof StartError) return error.message;
  // Codes of parseArgs for an unknown option or a missing value.
  if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')))
    throw error;
  const negative = /'?(-\d[\d.,]*)/.exec(error.message)?.[1];
  if (negative !== undefined) return `“${negative}” is negative: amounts, percents and ids are not.`;
  const [sentence = ''] = error.message.split(/\. |\n/);
  return `${sentence}. Options of a command: help <command>.`;
}
