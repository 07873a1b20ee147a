import { expect, test, vi } from 'vitest';
import { compileOnce } from '#server/platform/database/compileOnce.ts';
import { forEachDatabase } from '../../support/testServer.ts';

forEachDatabase(startServer => {
  test('compiles a query once for each length of its lists, and uses the values of each call', async () => {
    const { db } = (await startServer()).context;
    const build = vi.fn(({ codes, ticker }: { codes: string[]; ticker: string }) =>
      db.selectFrom('currencies').select('code').where('code', 'in', codes).where('ticker', '=', ticker),
    );
    const find = async (codes: string[], ticker: string) => {
      const { rows } = await db.executeQuery(compileOnce(db, 'test', { codes, ticker }, build));
      return rows.map(({ code }) => code);
    };
    expect(await find(['BTC', 'LTC'], 'BTC')).toEqual(['BTC']);
    expect(await find(['BTC', 'LTC'], 'LTC')).toEqual(['LTC']);
    expect(build).toHaveBeenCalledTimes(1);
    expect(await find(['BTC', 'LTC', 'ETH'], 'ETH')).toEqual(['ETH']);
    expect(build).toHaveBeenCalledTimes(2);
  });
});
