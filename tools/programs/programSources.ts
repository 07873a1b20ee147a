import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installDebianPackages, isRoot } from './debianPackages.ts';

/** A source of a program; `find` may download or install it. */
export type ProgramSource = { name: string; find: () => ProgramResult | Promise<ProgramResult> };

/** The path of a working program, or one line with the reason why there is none. */
export type ProgramResult = { path: string } | { reason: string };

/**
 * Returns the first executable file with one of the names in the folders of `path`, then the first of `applications`.
 * A name is searched in every folder before the next name.
 */
export function findOnPath(
  path: string,
  names: readonly string[],
  applications: readonly string[] = [],
): string | undefined {
  const places = names.flatMap(name => path.split(delimiter).map(folder => join(folder, name)));
  return [...places, ...applications].find(place => {
    try {
      accessSync(place, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Runs the program with `args`. Returns its path, or why it does not run (a stub, a missing library). */
export function checkProgram(
  path: string,
  args: readonly string[] = ['--version', '--no-sandbox'],
): ProgramResult {
  try {
    execFileSync(path, args, { stdio: 'pipe', timeout: 20_000 });
    return { path };
  } catch (error) {
    const first = (error instanceof Error ? error.message : String(error)).split('\n').slice(0, 2).join(' ');
    return { reason: `${path} does not run: ${first}` };
  }
}

/** Sources of a program: `find` alone, then after an installation of the packages (root only). */
export function listProgramSources(
  variable: string,
  find: () => ProgramResult,
  packages: readonly string[],
): ProgramSource[] {
  const packaged = async (): Promise<ProgramResult> => {
    if (!isRoot()) return { reason: "not root, so the distribution's package was not tried" };
    const failure = await installDebianPackages(...packages);
    return failure ? { reason: failure } : find();
  };
  return [
    { name: `${variable} or the system's`, find },
    { name: "the distribution's package", find: packaged },
  ];
}

/** Returns the first program that runs, or undefined. Logs one line for each source that fails. */
export async function resolveProgram(
  sources: readonly ProgramSource[],
  log: (line: string) => void,
  program: string,
): Promise<string | undefined> {
  for (const source of sources) {
    const found = await source.find();
    if ('path' in found) return found.path;
    log(`${program}, ${source.name}: ${found.reason}`);
  }
  return undefined;
}
