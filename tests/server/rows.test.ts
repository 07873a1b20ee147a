import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import * as reserve from '#server/catalogue/reserve.ts';
import { inTransaction } from '#server/database/database.ts';
import { applicant } from './applicant.ts';
import { forEachDatabase } from './world.ts';

/** The statements that the operator's guide has for what has no command. */
const guide = readFileSync(new URL('../../deploy/README.md', import.meta.url), 'utf8');
const statements = (/```sql\n(.*?)```/s.exec(guide)?.[1] ?? '')
  .replaceAll(/^--.*$/gm, '')
  .split(';')
  .map(one => one.trim())
  .filter(Boolean);

forEachDatabase(open => {
  it('the operator’s guide’s SQL runs as it stands, and does what it says', async () => {
    const made = await open({ SEED: 'empty' });
    const { catalogue, db } = made.context;
    expect(statements.length).toBeGreaterThan(7);
    for (const one of statements) await sql.raw(one).execute(db);
    for (const { id } of catalogue.currencies)
      await inTransaction(db, trx => reserve.set(trx, { currencyId: BigInt(id), amount: 10n ** 12n, at: 1 }));
    await catalogue.reload();

    expect(catalogue.byCode('SBERRUB')).toMatchObject({
      min: 500_000n,
      max: 30_000_000n,
      notify: 'Только до 22:00',
    });
    const closed = await made.get('/api/v1/calculator/settings/?cur_from=TRX&cur_to=SBERRUB');
    expect(await closed.text()).toContain('Сеть на обслуживании до вечера');
    expect(catalogue.setting('margin_sell')).toBe('0.8');
    const [from, to] = [catalogue.byCode('BTC')?.id ?? 0, catalogue.byCode('SBERRUB')?.id ?? 0];
    expect(catalogue.pairSettings(from, to)).toMatchObject({ margin: '0.4', discount: '0.1' });
    const pair = await made.get(`/api/v1/calculator/pair/${from}/${to}/?promocode=spring`);
    expect([pair.status, await pair.json()]).toMatchObject([200, { bonus: '0.2' }]);
    expect(made.log()).not.toContain('cannot be read');

    const person = applicant((path, init) => made.app.request(path, init));
    const paid = async (code: string, wanted: string, more: object) => {
      const claim = await person.create({ ...(await person.body(code, wanted)), ...more });
      return (await person.about(claim.id, 'requisite', claim.secret)).json();
    };
    expect(await paid('SBERRUB', 'TON', {})).toMatchObject({ value: '2200000000000000', holder: 'ИВАН П.' });
    expect(await paid('TON', 'SBERRUB', {})).toMatchObject({ value: 'UQ…', memo: { label: 'Комментарий' } });
  });
});
