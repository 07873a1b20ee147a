import { parseArgs } from 'node:util';
import { ConfigError, read } from './config.ts';
import { StartError } from './database/error.ts';
import { open, type Exchange } from './exchange.ts';
import { open as openLog } from './log.ts';
import { commands } from './operator/commands.ts';
import { usage, type Command } from './operator/command.ts';

// `npm run operator -- <command>`: works beside running servers, which hear of a change within a second.

const values = {
  help: { type: 'boolean', short: 'h' },
  status: { type: 'string' },
  reason: { type: 'string' },
  amount: { type: 'string' },
} as const;

/** Prints to stdout what was asked for, or one line to stderr why not; answers the exit code. */
async function main(args: string[]): Promise<number> {
  let exchange: Exchange | undefined;
  try {
    const { positionals, values: options } = parseArgs({ args, options: values, allowPositionals: true });
    const { help, ...given } = options;
    const [name = '', ...rest] = positionals;
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (name === '') return say(overview());
    if (!command)
      return refuse(`There is no command “${name}”; there are ${Object.keys(commands).join(', ')}.`);
    if (help) return say(manual(command));
    const foreign = (Object.keys(given) as (keyof typeof given)[]).find(
      option => !command.options.includes(option),
    );
    if (foreign) return refuse(`“${name}” takes no --${foreign}. ${usage(command)}`);
    const [least, most] = command.takes;
    if (rest.length < least || rest.length > most) return refuse(usage(command));
    exchange = await open(read(process.env), openLog('silent'), Date.now, false);
    const result = await command.run(exchange.context, rest, given);
    return result.ok ? say(result.text) : refuse(result.text);
  } catch (error) {
    const mendable = error instanceof ConfigError || error instanceof StartError || isWrongUse(error);
    if (!mendable) throw error;
    return refuse((error as Error).message);
  } finally {
    await exchange?.close();
  }
}

function overview(): string {
  const lines = Object.values(commands).flatMap(({ usage, summary }) => [
    ...usage.map(form => `  ${form}`),
    `      ${summary}`,
  ]);
  return ['Usage: npm run operator -- <command>', '', ...lines, '', 'More of each: <command> --help'].join(
    '\n',
  );
}

function manual({ usage, summary, help }: Command): string {
  const forms = usage.map((form, at) => `${at === 0 ? 'Usage:' : '      '} ${form}`);
  return [...forms, '', `${summary[0]?.toUpperCase()}${summary.slice(1)}.`, '', ...help].join('\n');
}

function say(text: string): number {
  console.log(text);
  return 0;
}

function refuse(text: string): number {
  console.error(text);
  return 1;
}

/** parseArgs throws these for an unknown option, or one without its value. */
function isWrongUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

process.exitCode = await main(process.argv.slice(2));
