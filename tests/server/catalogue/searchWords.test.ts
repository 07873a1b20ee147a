import { describe, expect, it } from 'vitest';
import type { Direction } from '#core/contract/calculator.ts';
import { createBeforeEach, forEachDatabase, type TestServer } from '../../support/testServer.ts';

const readSearchWords = async (testServer: TestServer, code: string) => {
  const directions = (await (await testServer.get('/api/v1/calculator/')).json()) as Direction[];
  return directions.flatMap(({ items = [] }) => items).find(item => item.code === code)?.searchWords;
};

const setSearchWords = async ({ context }: TestServer, code: string, json: string) => {
  await context.db.updateTable('currencies').set({ search_words: json }).where('code', '=', code).execute();
  await context.catalogue.reload();
};

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServer());

  describe('search words', () => {
    it('are in the response, for every initial currency', async () => {
      expect(await readSearchWords(testServer, 'BTC')).toEqual(['биткоин', 'биток', 'битки']);
      expect(await readSearchWords(testServer, 'TCSBRUB')).toContain('тинькофф');
      const { catalogue } = testServer.context;
      expect(catalogue.currencies.filter(currency => currency.searchWords.length === 0)).toEqual([]);
    });

    it('follow a change of the operator, and select no currency in a deep link', async () => {
      await setSearchWords(testServer, 'BTC', '["цифровое золото"]');
      expect(await readSearchWords(testServer, 'BTC')).toEqual(['цифровое золото']);
      expect(testServer.context.catalogue.findCurrencyByCode('цифровое золото')).toBeUndefined();
    });

    it('count as none if they are unreadable', async () => {
      await setSearchWords(testServer, 'SBERRUB', '"рубль"');
      expect(await readSearchWords(testServer, 'SBERRUB')).toEqual([]);
      expect(testServer.context.catalogue.findCurrencyByCode('SBER')?.code).toBe('SBERRUB');
      expect(testServer.context.catalogue.getSnapshot().invalidRows).toEqual(['currencies SBERRUB']);
    });
  });
});
