import { parseArgs } from 'node:util';
import { ConfigError, parseConfig } from './config.ts';
import { StartError } from './startError.ts';
import { bootstrapExchange, type RunningExchange } from './bootstrap.ts';
import { createLogger } from './logger.ts';
import { operatorCommands } from './operator/operatorCommands.ts';
import { formatUsage, type OperatorCommand } from './operator/operatorCommand.ts';

// `npm run operator -- <command>` works while servers run; they apply a change within a second.

const optionDefinitions = {
  help: { type: 'boolean', short: 'h' },
  status: { type: 'string' },
  reason: { type: 'string' },
  amount: { type: 'string' },
} as const;

/** Prints the result to stdout, or one line to stderr if it fails. Returns the exit code. */
async function runCommand(args: string[]): Promise<number> {
  let exchange: RunningExchange | undefined;
  try {
    const { positionals, values: options } = parseArgs({
      args,
      options: optionDefinitions,
      allowPositionals: true,
    });
    const { help, ...commandOptions } = options;
    const [name = '', ...rest] = positionals;
    const command = Object.hasOwn(operatorCommands, name) ? operatorCommands[name] : undefined;
    if (name === '') return printResult(formatOverview());
    if (!command)
      return printError(
        `There is no command “${name}”; there are ${Object.keys(operatorCommands).join(', ')}.`,
      );
    if (help) return printResult(formatManual(command));
    const unsupportedOption = (Object.keys(commandOptions) as (keyof typeof commandOptions)[]).find(
      option => !command.options.includes(option),
    );
    if (unsupportedOption)
      return printError(`“${name}” takes no --${unsupportedOption}. ${formatUsage(command)}`);
    const [minArguments, maxArguments] = command.argumentRange;
    if (rest.length < minArguments || rest.length > maxArguments) return printError(formatUsage(command));
    exchange = await bootstrapExchange(parseConfig(process.env), createLogger('silent'), Date.now, false);
    const result = await command.run(exchange.context, rest, commandOptions);
    return result.ok ? printResult(result.text) : printError(result.text);
  } catch (error) {
    const isExpected = error instanceof ConfigError || error instanceof StartError || isUsageError(error);
    if (!isExpected) throw error;
    return printError((error as Error).message);
  } finally {
    await exchange?.close();
  }
}

function formatOverview(): string {
  const lines = Object.values(operatorCommands).flatMap(({ usage, summary }) => [
    ...usage.map(form => `  ${form}`),
    `      ${summary}`,
  ]);
  return ['Usage: npm run operator -- <command>', '', ...lines, '', 'Details: <command> --help'].join('\n');
}

function formatManual({ usage, summary, help }: OperatorCommand): string {
  const usageLines = usage.map((form, at) => `${at === 0 ? 'Usage:' : '      '} ${form}`);
  return [...usageLines, '', `${summary[0]?.toUpperCase()}${summary.slice(1)}.`, '', ...help].join('\n');
}

function printResult(text: string): number {
  console.log(text);
  return 0;
}

function printError(text: string): number {
  console.error(text);
  return 1;
}

/** Codes of parseArgs for an unknown option or a missing value. */
function isUsageError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

process.exitCode = await runCommand(process.argv.slice(2));
