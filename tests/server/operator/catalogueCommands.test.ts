import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { operatorCommands } from '#server/operator/operatorCommands.ts';
import { createInProcessClient } from '../../support/claimClient.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { forEachDatabase, type TestServer } from '../../support/testServer.ts';
import { listOperatorChanges, REPOSITORY_ROOT, runOperator } from '../support/operatorCommand.ts';

const LTC_ADDRESS = 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1';

/** Splits a call at spaces outside quotation marks, as a shell does. */
const splitCall = (call: string) =>
  [...call.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');

forEachDatabase(startServer => {
  let testServer: TestServer;
  let client: ReturnType<typeof createInProcessClient>;

  beforeEach(async () => {
    testServer = await startServer({ ...relaxedLimits, CHAT_ORIGINS: 'https://chat.example' });
    client = createInProcessClient(testServer.app);
  });

  const run = async (call: string) => {
    const result = await runOperator(testServer, ...splitCall(call));
    await testServer.context.catalogue.reload();
    return result;
  };
  const succeed = async (call: string) => {
    const { code, out, err } = await run(call);
    expect([call, code, err]).toEqual([call, 0, '']);
    return out;
  };
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
    for (const name of [...names, ...more, 'changes', 'keys']) {
      const examples = operatorCommands[name]?.examples ?? [];
      expect(examples.length).toBeGreaterThan(0);
      for (const example of examples.filter(call => !call.startsWith('keys retire'))) await succeed(example);
    }
    for (const [name, { examples }] of Object.entries(operatorCommands))
      for (const example of examples) expect(example.split(' ')[0]).toBe(name);
  });

  test('the commands of deploy/README make an empty exchange work', async () => {
    testServer = await startServer({ ...relaxedLimits, SEED: 'empty' });
    client = createInProcessClient(testServer.app);
    const guide = readFileSync(join(REPOSITORY_ROOT, 'deploy/README.md'), 'utf8');
    const calls = [...guide.matchAll(/^npm run operator -- ([^#\n]+?)(?: +#.*)?$/gm)].map(
      ([, call = '']) => call,
    );
    expect(calls).toHaveLength(6);
    for (const call of [...calls, 'reserve TON 50000']) await succeed(call);
    expect(testServer.context.catalogue.getSetting('margin_sell')).toBe('0.8');
    const fetchRequisite = async (from: string, to: string) => {
      const claim = await client.createClaim(await client.buildClaim(from, to));
      return (await client.fetchClaim(claim.id, 'requisite', claim.secret)).json();
    };
    expect(await fetchRequisite('SBERRUB', 'TON')).toMatchObject({
      value: '2200000000000004',
      holder: 'ИВАН П.',
    });
    expect(await fetchRequisite('LTC', 'SBERRUB')).toMatchObject({ value: LTC_ADDRESS, memo: null });
    expect(await fetchRequisite('TON', 'SBERRUB')).toMatchObject({ memo: { label: 'Комментарий' } });
    expect(await succeed('cities')).toContain('ул. Примерная, 1');
    expect(testServer.log()).not.toMatch(/invalid (settings|rows)/);
  });

  describe('requisites', () => {
    test('that are added are paid to, and those switched off are not', async () => {
      expect(await succeed(`requisite add ltc ${LTC_ADDRESS}`)).toMatch(/^Requisite (\d+) of LTC is on: /);
      const listed = await succeed('requisites LTC');
      const ids = [...listed.matchAll(/^(\d+) +LTC/gm)].map(([, id = '']) => id);
      expect(ids).toHaveLength(4);
      for (const id of ids.slice(0, 3)) await succeed(`requisite ${id} off`);
      const claim = await client.createClaim(await client.buildClaim('LTC', 'SBERRUB'));
      const requisite = await (await client.fetchClaim(claim.id, 'requisite', claim.secret)).json();
      expect(requisite).toMatchObject({ value: LTC_ADDRESS, memo: null });
      expect(await succeed('requisites LTC')).toMatch(
        new RegExp(`^${ids[3]} +LTC +on +1 .*${LTC_ADDRESS}`, 'm'),
      );
      expect(await succeed(`requisite ${ids[3]} off`)).toContain('LTC has no other: its new claims wait');
      const waiting = await client.createClaim(await client.buildClaim('LTC', 'SBERRUB', { fromSumma: '1' }));
      expect(waiting.status).toBe('requisites');
      // The log names no requisite.
      expect(JSON.stringify(await listOperatorChanges(testServer))).not.toContain(LTC_ADDRESS);
    });

    test('refuse what is invalid, and change nothing', () =>
      expectRefusals([
        [`requisite add NOPE ${LTC_ADDRESS}`, 'There is no currency NOPE.'],
        ['requisite add LTC 0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe', 'not a valid address of LTC'],
        [`requisite add LTC ${LTC_ADDRESS} --memo`, 'LTC has no memo.'],
        [`requisite add LTC ${LTC_ADDRESS} --holder Анна --bank Сбербанк`, 'An address has no --holder'],
        ['requisite add SBERRUB 2200000000000004', 'A card needs --holder and --bank'],
        ['requisite add SBERRUB 2200000000000005 --holder "ИВАН П." --bank Сбербанк', 'not a valid card'],
        ['requisite add SBPRUB 123 --holder "ИВАН П." --bank Сбербанк', 'not a valid phone'],
        ['requisite add CASHRUB Москва', 'CASHRUB is paid in a city'],
        ['requisite 99999 off', 'There is no requisite 99999'],
        ['requisite 1 off --memo', 'Usage: requisite add'],
        ['requisite 1 maybe', 'Usage: requisite add'],
        ['requisites NOPE', 'There is no currency NOPE.'],
      ]));
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
      await succeed('pair BTC-SBERRUB margin 0.4');
      await succeed('pair BTC-SBERRUB max 0.5');
      const after = await client.fetchPair('BTC', 'SBERRUB');
      expect(Number(after.course)).toBeGreaterThan(Number(before.course));
      expect(after.structure.from.max).toBe('0.50000000');
      expect(await succeed('pair btc-sberrub')).toMatch(/^margin in use +0\.4 %$/m);
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
      expectRefusals([
        ['currency NOPE', 'There is no currency NOPE.'],
        ['currency LTC min', 'Fields: min,'],
        ['currency LTC colour red', 'Fields: min,'],
        ['currency LTC min 0', 'not a positive amount'],
        ['currency LTC min none', 'not a positive amount'],
        ['currency LTC min 0.000000001', 'at most 8 decimals'],
        ['currency LTC max 0.1', 'The minimum would be above the maximum'],
        ['currency SBERRUB default 10', 'would be outside the limits'],
        ['currency LTC congestion 4', 'not 0, 1, 2 or 3'],
        ['currency LTC note ""', 'one line of 1 to 200 characters'],
        ['pair LTC', 'There is no pair LTC.'],
        ['pair SBERRUB-TBRUB', 'There is no pair'],
        ['pair LTC-SBERRUB margin 60', 'Add --force'],
        ['pair LTC-SBERRUB margin -1', "'-1'"],
        ['pair LTC-SBERRUB margin 0,4', 'not percent'],
        ['pair LTC-SBERRUB discount 0.7', 'above the margin of 0.6 %'],
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
      expectRefusals([
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
        ['promocode NOPE off', 'There is no promocode NOPE'],
        ['promocode START maybe', 'Usage: promocode'],
        ['tier 3000 5', 'a higher turnover would have a lower discount'],
        ['tier 3000 100', 'not percent'],
        ['tier much 1', 'not an amount of US dollars'],
        ['tier 3000 none', 'There is no tier'],
        ['setting nope 1', 'There is no setting nope'],
        ['setting tech true', 'There is no setting tech'],
        ['setting secret abc', 'There is no setting secret'],
        ['setting margin_sell 800', 'is not a value of margin_sell'],
        ['setting margin_sell 60', 'Add --force'],
        ['setting usePublicId yes', 'is not a value of usePublicId'],
        ['setting default_to NOPE', 'There is no currency NOPE.'],
        ['setting chat_src https://other.example/x.js', 'not on an origin in CHAT_ORIGINS'],
      ]));
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
    const listed = await succeed('changes');
    expect(listed).toMatch(/^\S+Z +anna +reserve +LTC +amount 100\.00000000$/m);
    expect(listed.split('\n')[1]).toContain('congestion');
  });

  /** Expects one line with the reason of each refusal, and that neither the catalogue nor the log has changed. */
  async function expectRefusals(refusals: readonly (readonly [call: string, reason: string])[]) {
    const before = testServer.context.catalogue.getSnapshot().version;
    for (const [call, reason] of refusals) {
      const { code, out, err } = await run(call);
      expect([call, code, out]).toEqual([call, 1, '']);
      expect(err).toContain(reason);
      expect(err.trimEnd()).not.toContain('\n');
    }
    expect(testServer.context.catalogue.getSnapshot().version).toBe(before);
    expect(await listOperatorChanges(testServer)).toEqual([]);
  }
});
