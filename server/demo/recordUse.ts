import type { Config } from '#server/platform/config/config.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { isLoopbackHost } from '#server/platform/http/request/ipAddress.ts';
import { StartError } from '#server/platform/startError.ts';

/** Rows of `settings` that record the uses of a database. */
const USE_SETTINGS = { demo: 'was_demo', published: 'was_published' } as const;

const DEMO_DATABASE_WARNING =
  'This database was used by a demo: its completed claims, balances of partners and approved cards can be without money, and nobody can pay to its requisites DEMO-…';

/**
 * Records that a demo or a published exchange uses the database. Throws StartError for a demo on the database of a
 * published exchange, whose claims it would complete. Returns a warning for the opposite, or null.
 */
export async function recordUse(
  db: Db,
  { operator, publicOrigin, dataDir }: Pick<Config, 'operator' | 'publicOrigin' | 'dataDir'>,
): Promise<string | null> {
  const isPublished = operator === 'manual' && !isLoopbackHost(new URL(publicOrigin).hostname);
  if (operator === 'manual' && !isPublished) return null;
  const rows = await db
    .selectFrom('settings')
    .select('name')
    .where('name', 'in', Object.values(USE_SETTINGS))
    .execute();
  const hasBeen = (use: keyof typeof USE_SETTINGS) => rows.some(({ name }) => name === USE_SETTINGS[use]);
  if (operator === 'demo' && hasBeen('published'))
    throw new StartError(
      `The data folder ${dataDir} belongs to a published exchange, whose claims a demo would complete without money. Set OPERATOR=manual, or another DATA_DIR.`,
    );
  const use = isPublished ? 'published' : 'demo';
  if (!hasBeen(use))
    await db
      .insertInto('settings')
      .values({ name: USE_SETTINGS[use], value: 'true' })
      .onConflict(conflict => conflict.column('name').doNothing())
      .execute();
  return isPublished && hasBeen('demo') ? DEMO_DATABASE_WARNING : null;
}
