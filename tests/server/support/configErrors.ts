import { ConfigError, parseConfig } from '#server/platform/config/config.ts';

/** The error lines of an environment. Empty if it is valid. */
export function readConfigErrors(env: Record<string, string>): string[] {
  try {
    parseConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
    throw error;
  }
}
