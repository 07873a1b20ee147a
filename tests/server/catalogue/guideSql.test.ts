import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { setReserve } from '#server/catalogue/reserveLedger.ts';
import { runInTransaction } from '#server/database/database.ts';
import { createClaimClient } from '../../support/claimClient.ts';
import { forEachDatabase } from '../../support/testServer.ts';

/** SQL statements of the operator's guide. */
const guide = readFileSync(new URL('../../../deploy/README.md', import.meta.url), 'utf8');
const statements = (/```sql\n(.*?)```/s.exec(guide)?.[1] ?? '')
  .replaceAll(/^--.*$/gm, '')
  .split(';')
  .map(statement => statement.trim())
  .filter(Boolean);

forEachDatabase(startServer => {
  it('the SQL of deploy/README.md runs unchanged', async () => {
    const testServer = await startServer({ SEED: 'empty' });
    const { catalogue, db } = testServer.context;
    expect(statements.length).toBeGreaterThan(7);
    for (const statement of statements) await sql.raw(statement).execute(db);
    for (const { id } of catalogue.currencies)
      await runInTransaction(db, trx =>
        setReserve(trx, { currencyId: BigInt(id), amount: 10n ** 12n, at: 1 }),
      );
    await catalogue.reload();

    expect(catalogue.findCurrencyByCode('SBERRUB')).toMatchObject({
      min: 500_000n,
      max: 30_000_000n,
      notify: 'Только до 22:00',
    });
    const closed = await testServer.get('/api/v1/calculator/settings/?cur_from=TRX&cur_to=SBERRUB');
    expect(await closed.text()).toContain('Сеть на обслуживании до вечера');
    expect(catalogue.getSetting('margin_sell')).toBe('0.8');
    const [from, to] = [
      catalogue.findCurrencyByCode('BTC')?.id ?? 0,
      catalogue.findCurrencyByCode('SBERRUB')?.id ?? 0,
    ];
    expect(catalogue.getPairSettings(from, to)).toMatchObject({ margin: '0.4', discount: '0.1' });
    const pair = await testServer.get(`/api/v1/calculator/pair/${from}/${to}/?promocode=spring`);
    expect([pair.status, await pair.json()]).toMatchObject([200, { bonus: '0.2' }]);
    expect(testServer.log()).not.toMatch(/invalid (settings|rows)/);

    const client = createClaimClient((path, init) => testServer.app.request(path, init));
    const fetchRequisite = async (sendCode: string, receiveCode: string, changes: object) => {
      const claim = await client.createClaim({
        ...(await client.buildClaim(sendCode, receiveCode)),
        ...changes,
      });
      return (await client.fetchClaim(claim.id, 'requisite', claim.secret)).json();
    };
    expect(await fetchRequisite('SBERRUB', 'TON', {})).toMatchObject({
      value: '2200000000000000',
      holder: 'ИВАН П.',
    });
    expect(await fetchRequisite('TON', 'SBERRUB', {})).toMatchObject({
      value: 'UQ…',
      memo: { label: 'Комментарий' },
    });
  });
});
