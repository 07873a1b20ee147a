import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { createPasswordHasher } from '#server/platform/passwords/passwordHasher.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { forEachDatabase } from '../../support/testServer.ts';
import {
  AccountBrowser,
  buildSignup,
  createAccount,
  listEmails,
  OTHER_PASSWORD,
} from './support/accountBrowser.ts';

const KNOWN_EMAIL = 'ivan@mail.example';
const SAMPLE_COUNT = 15;

/** Largest difference of the medians, as a share of the shorter one. */
const MAX_DIFFERENCE = 0.1;

/** Or in milliseconds: a response that waits for nothing takes so few that a network hides more. */
const MAX_DIFFERENCE_MS = 3;

/** Other processes may delay one of the two for a while, but not each time. */
const MAX_ATTEMPTS = 8;

const calculateMedian = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/**
 * The difference of the median durations of two requests, in turns, as a share of what is allowed. `settle` ends what a
 * request has left to do after its response, which would delay the next one.
 */
async function compareDurations(
  settle: () => Promise<unknown>,
  sendFirst: () => Promise<unknown>,
  sendSecond: () => Promise<unknown>,
) {
  const durations: [number[], number[]] = [[], []];
  for (let n = 0; n < SAMPLE_COUNT; n++)
    for (const [index, send] of [sendFirst, sendSecond].entries()) {
      const startedAt = performance.now();
      await send();
      durations[index]?.push(performance.now() - startedAt);
      await settle();
    }
  const [first, second] = durations.map(calculateMedian) as [number, number];
  return Math.abs(first - second) / Math.max(MAX_DIFFERENCE * Math.min(first, second), MAX_DIFFERENCE_MS);
}

forEachDatabase((startServer, dialect) => {
  test.each(['restore', 'reactivate'])('%s/ does not wait for the e-mail', async call => {
    const testServer = await startServer(relaxedLimits);
    await createAccount(testServer, KNOWN_EMAIL);
    const countBefore = (await listEmails(testServer)).length;
    const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const transaction = runInTransaction(testServer.context.db, async trx => {
      // On SQLite the transaction locks the database.
      if (dialect === 'postgres') await sql`lock table mail in exclusive mode`.execute(trx);
      locked.resolve();
      await released.promise;
    });
    await locked.promise;
    const browser = new AccountBrowser(testServer);
    const response = await browser.send(`/api/v1/users/${call}/`, { body: { email: KNOWN_EMAIL } });
    expect(response.status).toBe(202);
    released.resolve();
    await transaction;
    expect(await listEmails(testServer)).toHaveLength(countBefore + 1);
  });

  test.each([
    ['login/', (browser: AccountBrowser, email: string) => browser.logIn(email, OTHER_PASSWORD)],
    [
      'signup/',
      (browser: AccountBrowser, email: string) =>
        browser.send('/api/v1/users/signup/', { body: buildSignup(email) }),
    ],
    [
      'restore/',
      (browser: AccountBrowser, email: string) => browser.send('/api/v1/users/restore/', { body: { email } }),
    ],
  ])('the duration of %s does not tell whether an e-mail is known', async (_, send) => {
    const testServer = await startServer(relaxedLimits);
    // Hashes as slow as those of production.
    const app = createApp({ ...testServer.context, passwords: createPasswordHasher() });
    await createAccount({ ...testServer, app }, KNOWN_EMAIL);
    const browser = new AccountBrowser({ app });
    let count = 0;
    const differences: number[] = [];
    do
      differences.push(
        await compareDurations(
          () => testServer.context.backgroundTasks.finish(),
          () => send(browser, KNOWN_EMAIL),
          () => send(browser, `user${count++}@mail.example`),
        ),
      );
    while ((differences.at(-1) ?? Infinity) > 1 && differences.length < MAX_ATTEMPTS);
    expect(differences.at(-1), differences.join()).toBeLessThanOrEqual(1);
  });
});
