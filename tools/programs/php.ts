import { checkProgram, findOnPath, listProgramSources, type ProgramSource } from './programSources.ts';

/** Path of PHP: PHP_PATH (empty means none), else the system's. Undefined if there is none. */
export function findPhp(env: NodeJS.ProcessEnv): string | undefined {
  if (env.PHP_PATH !== undefined) return env.PHP_PATH || undefined;
  return findOnPath(env.PATH ?? '', ['php']);
}

/** Sources of PHP with its cURL extension, in their order. */
export const listPhpSources = (env: NodeJS.ProcessEnv): ProgramSource[] =>
  listProgramSources(
    'PHP_PATH',
    () => {
      const path = findPhp(env);
      return path
        ? checkProgram(path, ['-r', 'exit(function_exists("curl_init") ? 0 : 1);'])
        : { reason: 'no php on PATH' };
    },
    ['php-cli', 'php-curl'],
  );
