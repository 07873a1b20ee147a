import { describe, expect, test } from 'vitest';
import { operatorCommands } from '#server/operator/operatorCommands.ts';
import { createInProcessClient } from '../../support/claimClient.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { createOperatorCalls } from '../support/operatorCalls.ts';
import { listOperatorChanges, runOperator } from '../support/operatorCommand.ts';

forEachDatabase(startServer => {
  const succeed = (call: string) => calls.succeed(call);
  const run = (call: string) => calls.run(call);

  const testServer = createBeforeEach(() =>
    startServer({ ...relaxedLimits, CHAT_ORIGINS: 'https://chat.example' }),
  );
  const client = createBeforeEach(() => createInProcessClient(testServer.app));
  const calls = createBeforeEach(() => createOperatorCalls(testServer));

  const listCallNames = async () => (await listOperatorChanges(testServer)).map(([command]) => command);

  test('the examples of the help work in their order', async () => {
    const names = ['requisites', 'requisite', 'reserve', 'rate', 'pair', 'currency', 'close', 'open'];
    const more = [
      'cities',
      'city',
      'promocodes',
      'promocode',
      'tiers',
      'tier',
      'settings',
      'setting',
      'maintenance',
    ];
    for (const name of [...names, ...more, 'letters', 'changes', 'keys']) {
      const examples = operatorCommands[name]?.examples ?? [];
      expect(examples.length).toBeGreaterThan(0);
      for (const example of examples.filter(call => !call.startsWith('keys retire'))) await succeed(example);
    }
    for (const [name, { examples }] of Object.entries(operatorCommands))
      for (const example of examples) expect(example.split(' ')[0]).toBe(name);
  });

  describe('currencies and pairs', () => {
    test('get limits, texts and margins that visitors see', async () => {
      await succeed('currency USDTTRC20 min 60');
      await succeed('currency USDTTRC20 max 9000.5');
      await succeed('currency USDTTRC20 default 70');
      await succeed('currency USDTTRC20 note "Только до 22:00"');
      await succeed('currency USDTTRC20 congestion 3');
      await succeed('currency USDTTRC20 words "тезер, доллар"');
      expect(await client.findItem('USDTTRC20')).toMatchObject({ min: '60.00' });
      const shown = await succeed('currency usdt');
      for (const text of ['Только до 22:00', 'congestion        3', 'тезер, доллар', '9000.50 USDT'])
        expect(shown).toContain(text);
      const before = await client.fetchPair('BTC', 'SBERRUB');
      await succeed('pair BTC-SBERRUB margin 0.65');
      await succeed('pair BTC-SBERRUB max 0.5');
      const after = await client.fetchPair('BTC', 'SBERRUB');
      expect(Number(after.course)).toBeLessThan(Number(before.course));
      expect(after.structure.from.max).toBe('0.50000000');
      expect(await succeed('pair btc-sberrub')).toMatch(/^margin in use +0\.65 %$/m);
      await succeed('pair BTC-SBERRUB margin none');
      expect((await client.fetchPair('BTC', 'SBERRUB')).course).toBe(before.course);
      expect(await listOperatorChanges(testServer)).toContainEqual([
        'currency',
        'USDTTRC20',
        { field: 'min', from: '50.00 USDT', to: '60.00 USDT' },
      ]);
    });

    test('close with a sentence and open again', async () => {
      const body = await client.buildClaim('TRX', 'SBERRUB');
      const post = async () => {
        const response = await client.postClaim(body);
        return [response.status, ((await response.json()) as { detail?: string }).detail];
      };
      await succeed('close TRX-SBERRUB "Откроем завтра"');
      expect(await post()).toEqual([409, 'Откроем завтра']);
      await succeed('open TRX-SBERRUB');
      await succeed('close TRX send "Сеть на обслуживании"');
      expect(await post()).toEqual([409, 'Сеть на обслуживании']);
      await succeed('open TRX send');
      expect((await post())[0]).toBe(201);
      expect(await listCallNames()).toEqual(['close', 'open', 'close', 'open']);
    });

    test('refuse what is invalid, and change nothing', () =>
      calls.expectRefusals([
        ['currency NOPE', 'There is no currency NOPE.'],
        ['currency LTC min', 'Fields: min,'],
        ['currency LTC colour red', 'Fields: min,'],
        ['currency LTC min 0', 'not a positive amount'],
        ['currency LTC min none', 'not a positive amount'],
        ['currency LTC min 0.000000001', 'at most 8 decimals'],
        ['currency LTC max 0.1', 'min or min-verification would be above max'],
        ['currency SBERRUB default 10', 'would be outside the limits'],
        ['currency LTC congestion 4', 'not 0, 1, 2 or 3'],
        ['currency LTC note ""', 'one line of 1 to 200 characters'],
        ['pair LTC', 'There is no pair LTC.'],
        ['pair SBERRUB-TBRUB', 'There is no pair'],
        ['pair LTC-SBERRUB margin 60', 'Add --force'],
        ['pair LTC-SBERRUB margin -1', '“-1” is negative'],
        ['pair LTC-SBERRUB max 0.01', 'below the minimum of 0.30000000 LTC'],
        ['pair LTC-SBERRUB margin 0.4', 'less than margin_min (0.1 %). It needs a margin of 0.5971 %.'],
        ['pair LTC-SBERRUB margin 0,4', 'not percent'],
        ['pair LTC-SBERRUB discount 0.7', 'would keep -0.5963 % of the market’s course with a verified card'],
        ['pair LTC-SBERRUB colour red', 'Fields: margin'],
        ['close LTC', 'Usage: close'],
        ['close LTC-NOPE "Закрыто"', 'There is no pair'],
        ['close LTC sideways "Закрыто"', 'Usage: close'],
        ['open LTC', 'Usage: open'],
      ]));
  });

  describe('cities, promocodes, tiers and settings', () => {
    test('change what visitors see', async () => {
      await succeed('city CASHRUB SOC add Сочи --place "ул. Морская, 2" --hours "с 10 до 20"');
      await succeed('city CASHRUB SOC hours none');
      expect((await client.findItem('CASHRUB')).cities).toContainEqual({ code: 'SOC', name: 'Сочи' });
      await succeed('city CASHRUB SOC remove');
      expect((await client.findItem('CASHRUB')).cities).not.toContainEqual({ code: 'SOC', name: 'Сочи' });
      await succeed('promocode add spring 50 --single-use');
      const create = async () =>
        (
          await client.postClaim({
            ...(await client.buildClaim('LTC', 'SBERRUB')),
            promocode: 'SPRING',
            quote: null,
          })
        ).status;
      await succeed('promocode SPRING off');
      expect(await create()).toBe(400);
      await succeed('promocode SPRING on');
      expect(await create()).toBe(409);
      await succeed('tier 30000 0.2');
      expect(await succeed('tiers')).toContain('30000.00 USD  0.2 %');
      await succeed('tier 30000 none');
      await succeed('setting default_from LTC');
      await succeed('setting chat_src https://chat.example/widget.js');
      await succeed('setting chat_src null');
      await succeed('setting usePublicId false');
      expect((await client.createClaim(await client.buildClaim('LTC', 'SBERRUB'))).number).toBe('1');
      await succeed('setting usePublicId default');
      expect(await succeed('settings')).toMatch(/^usePublicId +true +default$/m);
      expect(await succeed('settings')).toMatch(/^default_from +LTC +set$/m);
    });

    test('a city with open claims stays', async () => {
      const claim = await client.createClaim(await client.buildClaim('LTC', 'CASHRUB', { fromSumma: '20' }));
      const row = await testServer.context.db
        .selectFrom('claims')
        .select('city')
        .where('id', '=', claim.id)
        .executeTakeFirstOrThrow();
      const refusal = await run(`city CASHRUB ${row.city} remove`);
      expect(refusal.err).toContain('1 open claims are handed over in');
    });

    test('refuse what is invalid, and change nothing', () =>
      calls.expectRefusals([
        ['city LTC MSK place Дом', 'There is no cash currency LTC.'],
        ['city CASHRUB NOPE place Дом', 'has no city NOPE'],
        ['city CASHRUB MSK colour red', 'Fields: name, place, hours'],
        ['city CASHRUB MSK add Москва --place Дом', 'has a city MSK already'],
        ['city CASHRUB SOC add Сочи', 'needs --place'],
        ['city CASHRUB МСК add Москва --place Дом', 'Latin letters'],
        ['promocode add START 10', 'There is a promocode START already'],
        ['promocode add NEW 0', 'not percent from 1 to 100'],
        ['promocode add NEW 101', 'not percent from 1 to 100'],
        ['promocode add N 10', '3 to 32'],
        ['promocode add NEW 10 --until 9999-12-31', 'not a day from today on'],
        ['promocode NOPE off', 'There is no promocode NOPE'],
        ['promocode START maybe', 'Usage: promocode'],
        ['tier 3000 1', 'a higher turnover would have a lower discount'],
        ['tier 3000 5', 'No discount is above 1 %'],
        ['tier 3000 100', 'not percent'],
        ['tier much 1', 'not a positive amount of US dollars'],
        ['tier 0 0.05', 'not a positive amount of US dollars'],
        ['tier 3000 none', 'There is no tier'],
        ['setting nope 1', 'There is no setting nope'],
        ['setting tech true', 'There is no setting tech'],
        ['setting secret abc', 'There is no setting secret'],
        ['setting margin_sell 800', 'is not a value of margin_sell'],
        ['setting margin_sell 60', 'Add --force'],
        ['setting margin_sell 0', 'less than margin_min (0.1 %)'],
        ['setting verification_bonus 3', 'with a verified card, less than margin_min'],
        ['setting default_to USDTTRC20', 'There is no pair USDTTRC20-USDTTRC20'],
        ['settings --singleuse', 'help <command>'],
        ['setting usePublicId yes', 'is not a value of usePublicId'],
        ['setting default_to NOPE', 'There is no currency NOPE.'],
        ['setting chat_src https://other.example/x.js', 'not on an origin in CHAT_ORIGINS'],
      ]));
  });

  test('a guarded percent is set with --force, also by restoring a default', async () => {
    await succeed('pair BTC-SBERRUB margin 3');
    await succeed('pair BTC-SBERRUB discount 1');
    const refusal = await run('pair BTC-SBERRUB margin none');
    expect(refusal.err).toMatch(
      /^BTC-SBERRUB would keep -0\.896 % of the market’s course with a verified card, less than margin_min \(0\.1 %\)\. It needs a margin of \S+ %\. Nothing was changed\. Add --force/,
    );
    await succeed('pair BTC-SBERRUB margin none --force');
    expect(await succeed('reserve ltc')).toMatch(/^LTC +942\.70000000 +0\.00000000 +942\.70000000$/m);
    expect(await succeed('currency')).toMatch(/^CASHRUB +Наличные +100000 RUB +none +open +open$/m);
  });

  test('a change records who made it: --as, else the system user', async () => {
    await succeed('reserve LTC 100 --as anna');
    await succeed('currency LTC congestion 1');
    const rows = await testServer.context.db
      .selectFrom('operator_changes')
      .select('actor')
      .orderBy('id')
      .execute();
    expect(rows[0]?.actor).toBe('anna');
    expect(rows[1]?.actor).toMatch(/^\S+$/);
    expect(rows[1]?.actor).not.toBe('anna');
    for (const name of ['', 'x'.repeat(65)])
      expect((await runOperator(testServer, 'changes', '--as', name)).err).toContain('--as is a name');
    const listed = await succeed('changes');
    expect(listed).toMatch(/^\S+Z +anna +reserve +LTC +from 942\.70000000 LTC, to 100\.00000000 LTC$/m);
    expect(listed.split('\n')[1]).toContain('congestion');
  });
});
