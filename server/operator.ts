import { parseArgs } from 'node:util';
import { claim, claims } from './operator/claims.ts';
import type { Command } from './operator/command.ts';
import { maintenance, reserve } from './operator/exchange.ts';
import { ConfigError, read } from './config.ts';
import { open, type Database } from './database/database.ts';
import { StartError } from './database/error.ts';

// `npm run operator -- <command>`: works beside running servers, which hear of a change within a second.

/** Every command, in the order of the help. */
const commands: Readonly<Record<string, Command>> = { claims, claim, reserve, maintenance };

/** Prints to stdout what was asked for, or one line to stderr why not; answers the exit code. */
async function main(args: string[]): Promise<number> {
  let database: Database | undefined;
  try {
    const options = { help: { type: 'boolean', short: 'h' }, status: { type: 'string' } } as const;
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
    const [name = '', ...rest] = positionals;
    if (values.help || name === '') return say(help());
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command)
      return refuse(`There is no command “${name}”; there are ${Object.keys(commands).join(', ')}.`);
    if (values.status !== undefined && !command.usage.includes('--status'))
      return refuse(`“${name}” takes no --status. Usage: ${command.usage}`);
    const [least, most] = command.takes;
    if (rest.length < least || rest.length > most) return refuse(`Usage: ${command.usage}`);
    database = await open({ ...read(process.env), create: false });
    const result = await command.run({ db: database.db, now: Date.now }, rest, values);
    return result.ok ? say(result.text) : refuse(result.text);
  } catch (error) {
    const mendable = error instanceof ConfigError || error instanceof StartError || isWrongUse(error);
    if (!mendable) throw error;
    return refuse((error as Error).message);
  } finally {
    await database?.close();
  }
}

function help(): string {
  const width = Math.max(...Object.values(commands).map(({ usage }) => usage.length)) + 2;
  const lines = Object.values(commands).map(({ usage, summary }) => `  ${usage.padEnd(width)}${summary}`);
  return ['Usage: npm run operator -- <command>', '', ...lines].join('\n');
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
