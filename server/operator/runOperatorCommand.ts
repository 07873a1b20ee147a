import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { bootstrapExchange, type RunningExchange } from '../bootstrap.ts';
import { ConfigError, parseConfig } from '../config.ts';
import { createLogger } from '../logger.ts';
import { StartError } from '../startError.ts';
import {
  createFailure,
  createSuccess,
  formatUsage,
  type CommandResult,
  type OperatorCommand,
} from './operatorCommand.ts';
import { operatorCommands } from './operatorCommands.ts';

const optionDefinitions = {
  help: { type: 'boolean', short: 'h' },
  as: { type: 'string' },
  status: { type: 'string' },
  reason: { type: 'string' },
  amount: { type: 'string' },
  currency: { type: 'string' },
  reference: { type: 'string' },
  force: { type: 'boolean' },
  unsettled: { type: 'boolean' },
  holder: { type: 'string' },
  bank: { type: 'string' },
  place: { type: 'string' },
  hours: { type: 'string' },
  'single-use': { type: 'boolean' },
  until: { type: 'string' },
  yes: { type: 'boolean' },
} as const;

/**
 * Runs one command line on the database that `env` configures and closes it. The text of a failure is one line. Rejects
 * only for errors of the program.
 */
export async function runOperatorCommand(args: string[], env: NodeJS.ProcessEnv): Promise<CommandResult> {
  let exchange: RunningExchange | undefined;
  try {
    const { positionals, values: options } = parseArgs({
      args,
      options: optionDefinitions,
      allowPositionals: true,
    });
    const { help, as, ...commandOptions } = options;
    if (as !== undefined && (as.trim() === '' || as.length > MAX_ACTOR_LENGTH))
      return createFailure(`--as is a name of 1 to ${MAX_ACTOR_LENGTH} characters.`);
    const [name = '', ...rest] = positionals;
    const [helpTopic] = name === 'help' ? rest : [name];
    if (!helpTopic) return createSuccess(formatOverview());
    const command = Object.hasOwn(operatorCommands, helpTopic) ? operatorCommands[helpTopic] : undefined;
    if (!command)
      return createFailure(
        `Unknown command “${helpTopic}”. Commands: ${Object.keys(operatorCommands).join(', ')}.`,
      );
    if (help || name === 'help') return createSuccess(formatManual(command));
    const unsupportedOption = (Object.keys(commandOptions) as (keyof typeof commandOptions)[]).find(
      option => !command.options.includes(option),
    );
    if (unsupportedOption)
      return createFailure(`“${name}” does not accept --${unsupportedOption}. ${formatUsage(command)}`);
    const [minArguments, maxArguments] = command.argumentRange;
    if (rest.length < minArguments || rest.length > maxArguments) return createFailure(formatUsage(command));
    exchange = await bootstrapExchange(parseConfig(env), createLogger('silent'), undefined, {
      createIfMissing: false,
      allowMissing: command.allowsMissingKey ?? false,
    });
    const context = { ...exchange.context, actor: as?.trim() || getSystemUser(env) };
    return await command.run(context, rest, commandOptions);
  } catch (error) {
    const isExpected = error instanceof ConfigError || error instanceof StartError || isUsageError(error);
    if (!isExpected) throw error;
    return createFailure(isUsageError(error) ? describeUsageError(error as Error) : (error as Error).message);
  } finally {
    await exchange?.close();
  }
}

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

function formatManual({ usage, summary, help, examples }: OperatorCommand): string {
  const usageLines = usage.map((form, at) => `${at === 0 ? 'Usage:' : '      '} ${form}`);
  const exampleLines = examples.map(
    (call, at) => `${at === 0 ? 'Example:' : '        '} npm run operator -- ${call}`,
  );
  return [
    ...usageLines,
    '',
    `${summary[0]?.toUpperCase()}${summary.slice(1)}.`,
    '',
    ...help,
    '',
    ...exampleLines,
  ].join('\n');
}

/** The user who runs the command, also behind sudo. A user without a name, as in a container, is given by number. */
function getSystemUser(env: NodeJS.ProcessEnv): string {
  if (env.SUDO_USER) return env.SUDO_USER;
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

const MAX_ACTOR_LENGTH = 64;

/** What is wrong with the options, in one line. */
function describeUsageError({ message }: Error): string {
  const negative = /'?(-\d[\d.,]*)/.exec(message)?.[1];
  if (negative !== undefined) return `“${negative}” is negative: amounts, percents and ids are not.`;
  const [sentence = ''] = message.split(/\. |\n/);
  return `${sentence}. Options of a command: help <command>.`;
}

/** Codes of parseArgs for an unknown option or a missing value. */
function isUsageError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
