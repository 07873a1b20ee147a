import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createInProcessClient } from '../../support/claimClient.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { forEachDatabase, type TestServer } from '../../support/testServer.ts';
import { createOperatorCalls } from '../support/operatorCalls.ts';
import { listOperatorChanges, REPOSITORY_ROOT } from '../support/operatorCommand.ts';

const LTC_ADDRESS = 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1';

forEachDatabase(startServer => {
  let testServer: TestServer;
  let client: ReturnType<typeof createInProcessClient>;
  let calls: ReturnType<typeof createOperatorCalls>;
  const succeed = (call: string) => calls.succeed(call);

  beforeEach(async () => {
    testServer = await startServer(relaxedLimits);
    client = createInProcessClient(testServer.app);
    calls = createOperatorCalls(testServer);
  });

  test('the commands of deploy/README make an empty exchange work', async () => {
    testServer = await startServer({ ...relaxedLimits, SEED: 'empty' });
    client = createInProcessClient(testServer.app);
    calls = createOperatorCalls(testServer);
    const guide = readFileSync(join(REPOSITORY_ROOT, 'deploy/README.md'), 'utf8');
    const guideCalls = [...guide.matchAll(/^npm run operator -- ([^#\n]+?)(?: +#.*)?$/gm)].map(
      ([, call = '']) => call,
    );
    expect(guideCalls).toHaveLength(6);
    for (const call of [...guideCalls, 'reserve TON 50000']) await succeed(call);
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
      calls.expectRefusals([
        [`requisite add NOPE ${LTC_ADDRESS}`, 'There is no currency NOPE.'],
        ['requisite add LTC 0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe', 'not a valid address of LTC'],
        [`requisite add LTC ${LTC_ADDRESS} --holder Анна --bank Сбербанк`, 'An address has no --holder'],
        ['requisite add SBERRUB 2200000000000004', 'A card needs --holder and --bank'],
        ['requisite add SBERRUB 2200000000000005 --holder "ИВАН П." --bank Сбербанк', 'not a valid card'],
        ['requisite add SBPRUB 123 --holder "ИВАН П." --bank Сбербанк', 'not a valid phone'],
        ['requisite add CASHRUB Москва', 'CASHRUB is paid in a city'],
        ['requisite 99999 off', 'There is no requisite 99999'],
        ['requisite 1 off --bank x', 'Usage: requisite add'],
        ['requisite 1 maybe', 'Usage: requisite add'],
        ['requisites NOPE', 'There is no currency NOPE.'],
      ]));
  });
});
