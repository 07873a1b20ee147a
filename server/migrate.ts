import { ConfigError, parseConfig } from '#server/platform/config/config.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { StartError } from '#server/platform/startError.ts';

// Runs the pending migrations, before servers of a new version start: `npm run migrate`.
try {
  const { close } = await openDatabase(parseConfig(process.env));
  await close();
  process.stdout.write('The database has all migrations.\n');
} catch (error) {
  const isExpected = error instanceof ConfigError || error instanceof StartError;
  console.error(isExpected ? error.message : error);
  process.exitCode = 1;
}
