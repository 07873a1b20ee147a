import { describe, expect, test } from 'vitest';
import { createClaimDriver } from '../support/claimDriver.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServer(relaxedLimits));

  describe('the meeting of a cash claim', () => {
    test.each([
      ['CASHRUB', 'USDTTRC20', 'from'],
      ['USDTTRC20', 'CASHRUB', 'to'],
    ] as const)('from %s to %s has city, place, hours and contact', async (from, to, side) => {
      const { db } = testServer.context;
      const driver = await createClaimDriver(testServer, from, to);
      const { city: code, meeting } = await driver.fetchStatus();
      const { name } = await db
        .selectFrom('cities')
        .select('name')
        .where('code', '=', code)
        .executeTakeFirstOrThrow();
      expect(meeting).toMatchObject({ side, city: name, hours: null });
      expect(meeting?.place).toContain('Telegram');
      expect(meeting?.telegram).toMatch(/^@/);
      await db
        .updateTable('cities')
        .set({ place: 'ул. Примерная, 1', hours: 'ежедневно с 10 до 20' })
        .where('code', '=', code)
        .execute();
      expect((await driver.fetchStatus()).meeting).toMatchObject({
        place: 'ул. Примерная, 1',
        hours: 'ежедневно с 10 до 20',
      });
    });

    test('does not tell the place of a closed claim', async () => {
      const driver = await createClaimDriver(testServer, 'CASHRUB', 'USDTTRC20');
      await driver.postStep('cancel');
      const { status, meeting } = await driver.fetchStatus();
      expect(status).toBe('cancelled');
      expect(meeting).toMatchObject({ side: 'from', place: null, hours: null });
    });

    test('is null without cash', async () => {
      expect(
        (await (await createClaimDriver(testServer, 'LTC', 'SBERRUB')).fetchStatus()).meeting,
      ).toBeNull();
    });
  });
});
