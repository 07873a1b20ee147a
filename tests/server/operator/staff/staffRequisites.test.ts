import { HDKey } from '@scure/bip32';
import { expect, test } from 'vitest';
import type { OperatorRequisites } from '#core/contract/operator/requisites.ts';
import { STAFF_ROLES } from '#core/contract/operator/staff.ts';
import { createInProcessClient } from '../../../support/claimClient.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../support/testServer.ts';
import type { AccountBrowser } from '../../accounts/support/accountBrowser.ts';
import { readRefusal } from '../../accounts/support/passkeyBrowser.ts';
import { listOperatorChanges, runOperator, startServerToday } from '../../support/operatorCommand.ts';
import { callOperator, openStaff, readLastChange, readOperator } from './support/staffBrowser.ts';
import { expectOneWinner, openAnnaAndBoris } from './support/twoPeople.ts';

const LTC_ADDRESS = 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1';
const CARD = { currency: 'SBERRUB', value: '2200000000000004', holder: 'ИВАН П.', bank: 'Сбербанк' };
/** The account of BIP 84, and its first addresses. */
const ZPUB =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
const FIRST_ADDRESS = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const SECOND_ADDRESS = 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g';

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServerToday(() => startServer(relaxedLimits)));

  const add = (browser: AccountBrowser, body: object) => callOperator(browser, 'requisites/', body);
  const refuse = async (browser: AccountBrowser, body: object) => readRefusal(await add(browser, body));
  const findCurrency = ({ currencies }: OperatorRequisites, code: string) => {
    const currency = currencies.find(one => one.code === code);
    if (!currency) throw new Error(`no ${code}`);
    return currency;
  };
  const readCurrency = async (browser: AccountBrowser, code: string) =>
    findCurrency(await readOperator<OperatorRequisites>(browser, 'requisites/'), code);
  const turn = (browser: AccountBrowser, id: string, value: 'on' | 'off') =>
    callOperator(browser, `values/requisites/${id}/state/`, { value, seen: value === 'on' ? 'off' : 'on' });

  test('adds a card and an address that the next claims are paid to, with person and network', async () => {
    const admin = await openStaff(testServer, 'admin');
    const before = await readCurrency(admin, 'LTC');
    expect(before).toMatchObject({ name: 'Litecoin', kind: 'address', hasKeys: true, isNeeded: true });
    for (const { id } of before.requisites) expect((await turn(admin, id, 'off')).status).toBe(204);
    const client = createInProcessClient(testServer.app);
    const waiting = await client.createClaim(await client.buildClaim('LTC', 'SBERRUB'));
    expect(waiting.status).toBe('requisites');
    const added = findCurrency(
      await readOperator<OperatorRequisites>(admin, 'requisites/', { currency: 'ltc', value: LTC_ADDRESS }),
      'LTC',
    );
    expect(added).toMatchObject({ waiting: 1 });
    const requisite = added.requisites.at(-1);
    expect(requisite).toEqual({
      id: expect.any(String) as string,
      value: LTC_ADDRESS,
      holder: null,
      bank: null,
      hasMemo: false,
      isOn: true,
      claims: 0,
      usedAt: null,
      key: null,
    });
    const claim = await client.createClaim(await client.buildClaim('LTC', 'SBERRUB', { fromSumma: '3' }));
    expect(await (await client.fetchClaim(claim.id, 'requisite', claim.secret)).json()).toMatchObject({
      value: LTC_ADDRESS,
    });
    expect((await readCurrency(admin, 'LTC')).requisites.at(-1)).toMatchObject({
      claims: 1,
      usedAt: expect.any(String) as string,
    });
    expect((await add(admin, CARD)).status).toBe(200);
    const card = (await readCurrency(admin, 'SBERRUB')).requisites.at(-1);
    expect(card).toMatchObject({ value: CARD.value, holder: 'ИВАН П.', bank: 'Сбербанк', isOn: true });
    expect(await readLastChange(testServer)).toMatchObject({
      actor: 'admin@razmen.example',
      network: expect.stringMatching(/\/24$/) as string,
      command: 'requisite add',
      target: card?.id,
      detail: '{"currency":"SBERRUB"}',
    });
    const { out } = await runOperator(testServer, 'requisites', 'SBERRUB');
    expect(out).toMatch(new RegExp(`^${card?.id} +SBERRUB +on .*${CARD.value} +ИВАН П., Сбербанк$`, 'm'));
  });

  test('adds a key after its first address is proved, and shows the addresses that it has given', async () => {
    const admin = await openStaff(testServer, 'admin');
    const key = { currency: 'BTC', value: ZPUB };
    expect(await refuse(admin, key)).toEqual([400, { address: 'empty' }]);
    const wrong = await add(admin, { ...key, address: SECOND_ADDRESS });
    expect(await wrong.json()).toEqual({
      address: [expect.stringContaining(`p2wpkh ${FIRST_ADDRESS}`)],
      codes: { address: 'key_address' },
    });
    expect((await add(admin, { ...key, address: FIRST_ADDRESS })).status).toBe(200);
    const client = createInProcessClient(testServer.app);
    const claim = await client.createClaim(await client.buildClaim('BTC', 'SBERRUB'));
    expect(await (await client.fetchClaim(claim.id, 'requisite', claim.secret)).json()).toMatchObject({
      value: SECOND_ADDRESS,
    });
    const list = await readOperator<OperatorRequisites>(admin, 'requisites/');
    const requisite = findCurrency(list, 'BTC').requisites.at(-1);
    expect(requisite).toMatchObject({
      value: FIRST_ADDRESS,
      claims: 1,
      key: { format: 'p2wpkh', given: 1, unpaid: 1 },
    });
    // A key shows all addresses to who has it.
    expect(JSON.stringify(list)).not.toMatch(/[xz]pub/);
    expect(await refuse(admin, { ...key, address: FIRST_ADDRESS })).toEqual([
      400,
      { value: 'requisite_known' },
    ]);
  });

  test('names what a refused key is, and refuses what is no requisite', async () => {
    const admin = await openStaff(testServer, 'admin');
    const master = HDKey.fromMasterSeed(new Uint8Array(32).fill(7));
    const dogecoin = HDKey.fromMasterSeed(new Uint8Array(32).fill(7), {
      public: 0x02facafd,
      private: 0x02fac398,
    });
    const keys: [currency: string, value: string, code: string, text: string][] = [
      ['BTC', master.privateExtendedKey, 'key_private', '(xprv)'],
      ['BTC', dogecoin.publicExtendedKey, 'key_network', '(dgub): DOGE. Выгрузите ключ BTC'],
      ['BTC', `${master.publicExtendedKey.slice(0, -1)}1`, 'key_checksum', 'опечатка'],
      ['XMR', master.publicExtendedKey, 'key_unsupported', 'Введите адрес'],
    ];
    for (const [currency, value, code, text] of keys) {
      const response = await add(admin, { currency, value, address: FIRST_ADDRESS });
      expect([response.status, await response.json()]).toEqual([
        400,
        { value: [expect.stringContaining(text)], codes: { value: code } },
      ]);
    }
    const { holder: _, ...unnamed } = CARD;
    const cases: [body: object, refusal: readonly [number, unknown]][] = [
      [{ currency: 'NOPE', value: LTC_ADDRESS }, [404, 'not_found']],
      [{ currency: 'CASHRUB', value: 'Москва' }, [404, 'not_found']],
      [{ currency: 'LTC', value: ' ' }, [400, { value: 'empty' }]],
      [{ currency: 'LTC', value: 'x'.repeat(201) }, [400, { value: 'too_long' }]],
      [{ currency: 'LTC', value: SECOND_ADDRESS }, [400, { value: 'other_network' }]],
      [{ currency: 'LTC', value: LTC_ADDRESS, holder: 'Анна' }, [400, { holder: 'field_unknown' }]],
      [{ currency: 'LTC', value: LTC_ADDRESS, address: 'x' }, [400, { address: 'field_unknown' }]],
      [{ ...CARD, value: '2200000000000005' }, [400, { value: 'card_checksum' }]],
      [{ ...CARD, currency: 'SBPRUB', value: '123' }, [400, { value: 'phone_format' }]],
      [unnamed, [400, { holder: 'empty' }]],
      [{ ...CARD, bank: 'два\nряда' }, [400, { bank: 'sentence_format' }]],
    ];
    for (const [body, refusal] of cases) expect([body, await refuse(admin, body)]).toEqual([body, refusal]);
    for (const id of ['99999', 'x'])
      expect(await readRefusal(await turn(admin, id, 'off'))).toEqual([404, 'not_found']);
    expect(JSON.stringify(await listOperatorChanges(testServer))).not.toContain('requisite');
  });

  test('lets one of two people win, and records what was before and after', async () => {
    const [anna, boris] = await openAnnaAndBoris(testServer, 'admin');
    const { requisites } = await readCurrency(anna, 'SBERRUB');
    const id = requisites[0]?.id ?? '';
    await expectOneWinner(turn(anna, id, 'off'), turn(boris, id, 'off'));
    expect((await readCurrency(boris, 'SBERRUB')).requisites[0]).toMatchObject({ id, isOn: false });
    const twice = await Promise.all([add(anna, CARD), add(boris, CARD)]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect((await listOperatorChanges(testServer)).slice(-2)).toEqual([
      ['requisite', id, { currency: 'SBERRUB', from: 'on', to: 'off' }],
      ['requisite add', expect.any(String), { currency: 'SBERRUB' }],
    ]);
  });

  test('lets only an admin with a recent proof of identity change requisites', async () => {
    const id = (await readCurrency(await openStaff(testServer, 'support'), 'LTC')).requisites[0]?.id ?? '';
    for (const role of STAFF_ROLES.filter(one => one !== 'admin')) {
      const browser = await openStaff(testServer, role, `${role}-2@razmen.example`);
      for (const response of [await add(browser, CARD), await turn(browser, id, 'off')])
        expect([response.status, await response.json()]).toEqual([
          403,
          expect.objectContaining({ code: 'right_missing', role, right: 'requisites' }),
        ]);
    }
    const admin = await openStaff(testServer, 'admin');
    testServer.advanceClock(11 * 60_000);
    await admin.refresh();
    for (const response of [await add(admin, CARD), await turn(admin, id, 'off')])
      expect(await readRefusal(response)).toEqual([403, 'confirm_required']);
    expect((await readCurrency(admin, 'LTC')).requisites[0]).toMatchObject({ id, isOn: true });
  });
});
