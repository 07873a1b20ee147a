import { expect, test } from 'vitest';
import { parseConfig } from '#server/platform/config/config.ts';
import { recordUse } from '#server/demo/recordUse.ts';
import { StartError } from '#server/platform/startError.ts';
import { forEachDatabase } from '../../support/testServer.ts';

const demo = parseConfig({ DATA_DIR: '/srv/exchange' });
const published = parseConfig({ PUBLIC_ORIGIN: 'https://exchange.example' });
const local = parseConfig({ OPERATOR: 'manual' });

forEachDatabase(startServer => {
  test('a demo does not start on the database of a published exchange', async () => {
    const { db } = (await startServer()).context;
    for (let start = 0; start < 2; start++) expect(await recordUse(db, published)).toBeNull();
    await expect(recordUse(db, demo)).rejects.toThrow(StartError);
    await expect(recordUse(db, demo)).rejects.toThrow(
      /\/srv\/exchange .* OPERATOR=manual, or another DATA_DIR/,
    );
    expect(await recordUse(db, published)).toBeNull();
  });

  test('an exchange that is published on the database of a demo warns, and the demo is over', async () => {
    const { db } = (await startServer()).context;
    for (const config of [demo, local, demo]) expect(await recordUse(db, config)).toBeNull();
    for (let start = 0; start < 2; start++)
      expect(await recordUse(db, published)).toMatch(/^This database was used by a demo/);
    await expect(recordUse(db, demo)).rejects.toThrow(StartError);
  });
});
