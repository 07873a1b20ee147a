import { expect, test } from 'vitest';
import * as v from 'valibot';
import { AccountExport } from '#core/contract/account/accountExport.ts';
import { RequisiteInputs } from '#core/contract/account/savedRequisite.ts';
import { cleanUpAccounts } from '#server/accounts/accountCleanup.ts';
import { deleteDueAccounts } from '#server/accounts/deletion/accountDeletion.ts';
import { resealRows } from '#server/accounts/sealedColumns.ts';
import { TEST_CARD_NUMBER } from '../../../support/claimClient.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../support/testServer.ts';
import { readStatusAndBody } from '../../support/claimDriver.ts';
import { createAccountMailbox } from '../support/accountMailbox.ts';
import {
  AccountBrowser,
  listEmails,
  openAccount,
  OTHER_PASSWORD,
  STRONG_PASSWORD,
} from '../support/accountBrowser.ts';
import { turnOnSecondFactor } from '../support/totpApp.ts';
import { CARD, createRequisiteClient, WALLET, WALLET_ADDRESS } from '../support/requisiteClient.ts';

const EMAIL = 'ivan@mail.example';
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServer(relaxedLimits));
  const browser = createBeforeEach(() => openAccount(testServer, EMAIL));
  const client = createBeforeEach(() => createRequisiteClient(browser));

  const inHours = (hours: number) => new Date(testServer.now() + hours * 3_600_000).toISOString();
  const countRows = async () =>
    (await testServer.context.db.selectFrom('saved_requisites').select('id').execute()).length;

  test('saves cards and wallets, sealed in the database, and tells the owner', async () => {
    const card = await client.add();
    expect(card).toMatchObject({
      type: 'card',
      label: 'Зарплатная',
      currency: { code: 'SBERRUB' },
      values: CARD.values,
      masked: '2200\u00a0••••\u00a00004',
      verification: null,
      payoutFrom: inHours(24),
      usedAt: null,
    });
    testServer.advanceClock(1);
    const wallet = await client.add(WALLET);
    expect(wallet).toMatchObject({ type: 'wallet', label: '', masked: 'TJRab…pRTv8' });
    const ids = async (query: string) => (await client.list(query)).map(({ id }) => id);
    expect(await ids('')).toEqual([wallet.id, card.id]);
    expect(await ids('?type=card')).toEqual([card.id]);
    expect(await ids('?type=wallet&size=1&page=2')).toEqual([]);
    expect((await client.call('?type=cash', 'GET')).status).toBe(400);
    const rows = await testServer.context.db.selectFrom('saved_requisites').selectAll().execute();
    const stored = JSON.stringify(rows, (_, value: unknown) =>
      typeof value === 'bigint' ? `${value}` : value,
    );
    for (const secret of [TEST_CARD_NUMBER, WALLET_ADDRESS, 'Иванов']) expect(stored).not.toContain(secret);
    expect(await listEmails(testServer)).toContainEqual(
      expect.objectContaining({
        kind: 'requisite_added',
        requisite: 'Сбербанк 2200\u00a0••••\u00a00004',
        device: 'Chrome, Windows',
      }),
    );
    const [, { results }] = await readStatusAndBody(
      browser.send('/api/v1/users/me/journal/', { method: 'GET' }),
    );
    expect(results).toMatchObject([{ kind: 'requisite_added' }, { kind: 'requisite_added' }, {}, {}]);
    testServer.advanceClock(DAY_MS);
    await browser.refresh();
    expect((await client.list()).map(({ payoutFrom }) => payoutFrom)).toEqual([null, null]);
  });

  test('refuses invalid values, what is saved already, and more than 50', async () => {
    const refuse = async (body: object) => {
      const [status, { codes }] = await readStatusAndBody(client.call('', 'POST', body));
      return [status, codes];
    };
    expect(await refuse({ ...CARD, values: { card: '2200000000000005', telegram: '@ivan' } })).toEqual([
      400,
      { 'values.card': 'card_checksum', 'values.fio': 'empty', 'values.telegram': 'field_unknown' },
    ]);
    expect(await refuse({ ...CARD, currency: 'CASHRUB' })).toEqual([400, { currency: 'currency_unknown' }]);
    expect(await refuse({ ...CARD, label: 'я'.repeat(41) })).toEqual([400, { label: 'body_invalid' }]);
    await client.add();
    const again = { ...CARD, values: { card: '2200 0000 0000 0004', fio: 'Петров Пётр' } };
    expect(await refuse(again)).toEqual([400, { 'values.card': 'requisite_saved' }]);
    // The same card in another bank's list, and the same address with another memo, are other requisites.
    await client.add({ ...CARD, currency: 'TCSBRUB' });
    for (let tag = 1; tag <= 47; tag++)
      await client.add({
        currency: 'XRP',
        values: { account: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', memo: `${tag}` },
      });
    const concurrent = await Promise.all([1, 2].map(() => client.call('', 'POST', WALLET)));
    expect(concurrent.map(({ status }) => status).toSorted()).toEqual([201, 400]);
    expect(await refuse({ ...CARD, currency: 'ACRUB' })).toEqual([
      400,
      { non_field_errors: 'requisites_limit' },
    ]);
    expect((await client.list('?size=100')).length).toBe(50);
  });

  test('another account and a guest see and change nothing', async () => {
    const { id } = await client.add();
    const other = createRequisiteClient(await openAccount(testServer, 'anna@mail.example'));
    const statuses = (of: typeof client) =>
      Promise.all(
        [
          of.call(`${id}/`, 'PATCH', { label: 'Чужая' }),
          of.remove(id),
          of.restore(id),
          of.remove('not-a-uuid'),
        ].map(async response => (await response).status),
      );
    expect(await statuses(other)).toEqual([404, 404, 404, 404]);
    expect(await other.list()).toEqual([]);
    // The same card may be saved by both.
    await other.add();
    const guest = createRequisiteClient(new AccountBrowser(testServer));
    expect(await statuses(guest)).toEqual([401, 401, 401, 401]);
    for (const [path, method] of [
      ['', 'GET'],
      ['', 'POST'],
      ['inputs/', 'GET'],
    ] as const)
      expect((await guest.call(path, method)).status).toBe(401);
    const [mine] = await client.list();
    expect(mine).toMatchObject({ id, label: 'Зарплатная' });
  });

  test('saving needs a password that was entered less than 10 minutes ago', async () => {
    testServer.advanceClock(10 * MINUTE_MS);
    await browser.refresh();
    const [status, body] = await readStatusAndBody(client.call('', 'POST', CARD));
    expect([status, body]).toMatchObject([403, { code: 'confirm_required', methods: ['password'] }]);
    expect(await countRows()).toBe(0);
  });

  test('a label is changed; a deleted requisite can be restored for 60 seconds', async () => {
    const { id, payoutFrom } = await client.add();
    const [, renamed] = await readStatusAndBody(client.call(`${id}/`, 'PATCH', { label: ' Отпуск ' }));
    expect(renamed).toMatchObject({ id, label: 'Отпуск' });
    for (let attempt = 0; attempt < 2; attempt++) expect((await client.remove(id)).status).toBe(204);
    expect(await client.list()).toEqual([]);
    expect((await client.call(`${id}/`, 'PATCH', { label: '' })).status).toBe(404);
    testServer.advanceClock(MINUTE_MS - 1);
    await cleanUpAccounts(testServer.context);
    for (let attempt = 0; attempt < 2; attempt++)
      expect(await readStatusAndBody(client.restore(id))).toMatchObject([200, { id, payoutFrom }]);
    await client.remove(id);
    await client.add();
    expect(await readStatusAndBody(client.restore(id))).toMatchObject([409, { code: 'requisite_saved' }]);
    testServer.advanceClock(MINUTE_MS);
    expect((await client.restore(id)).status).toBe(404);
    await cleanUpAccounts(testServer.context);
    expect(await countRows()).toBe(1);
    expect((await client.remove(id)).status).toBe(404);
  });

  test('a new password, e-mail or second factor delays payouts, «Это не я» leaves requisites', async () => {
    await client.add();
    const emails = createAccountMailbox(testServer);
    const readPayoutFrom = async () => (await client.list())[0]?.payoutFrom;
    testServer.advanceClock(5 * MINUTE_MS);
    const passwords = { oldPassword: STRONG_PASSWORD, newPassword: OTHER_PASSWORD };
    expect((await browser.send('/api/v1/users/me/password/', { body: passwords })).status).toBe(204);
    expect(await readPayoutFrom()).toBe(inHours(24));
    testServer.advanceClock(1);
    await browser.send('/api/v1/users/me/email/', { body: { email: 'new@mail.example' } });
    const code = await emails.readCode('new@mail.example');
    const confirmed = await browser.send('/api/v1/users/me/email/confirm/', { body: { code } });
    expect(confirmed.status).toBe(200);
    expect(await readPayoutFrom()).toBe(inHours(24));
    testServer.advanceClock(1);
    await turnOnSecondFactor(testServer, browser);
    expect(await readPayoutFrom()).toBe(inHours(24));
    testServer.advanceClock(1);
    await browser.send('/api/v1/users/me/totp/', { method: 'DELETE' });
    expect(await readPayoutFrom()).toBe(inHours(24));
    const stopPath = await emails.readStopPath(EMAIL, 'добавлен реквизит для выплат');
    expect((await browser.send(stopPath)).status).toBe(200);
    expect(await countRows()).toBe(1);
  });

  test('the fields are those of a payout, after the choice of a currency', async () => {
    const read = async (query: string) =>
      v.parse(RequisiteInputs, await (await client.call(`inputs/${query}`, 'GET')).json());
    const [choice] = await read('?type=wallet');
    expect(choice).toMatchObject({ name: 'currency', type: 'select', required: true });
    const codes = choice?.options?.map(({ value }) => value) ?? [];
    expect(codes).toEqual(expect.arrayContaining(['BTC', 'USDTTRC20']));
    expect(codes).not.toContain('SBERRUB');
    const names = async (query: string) => (await read(query)).map(({ name }) => name);
    expect(await names('?type=card&currency=sberrub')).toEqual(['card', 'fio']);
    expect(await names('?currency=XRP')).toEqual(['account', 'memo']);
    for (const query of ['?type=wallet&currency=SBERRUB', '?currency=CASHRUB', '?type=coin'])
      expect((await client.call(`inputs/${query}`, 'GET')).status).toBe(400);
  });

  test('a requisite whose key is lost can only be deleted, and nothing else fails', async () => {
    const { db, keys } = testServer.context;
    const { id } = await client.add();
    const damaged = await client.add({ ...CARD, currency: 'TCSBRUB' });
    const wallet = await client.add(WALLET);
    const seal = (of: string, sealed_values: string) =>
      db.updateTable('saved_requisites').set({ sealed_values }).where('id', '=', of).execute();
    await seal(id, `0badc0de.${'A'.repeat(60)}`);
    await seal(damaged.id, `${keys.currentId}.${'A'.repeat(60)}`);
    const lost = { values: {}, masked: 'Не читается', verification: null };
    for (let attempt = 0; attempt < 2; attempt++)
      expect(await client.list('?type=card')).toEqual([
        expect.objectContaining(lost),
        expect.objectContaining(lost),
      ]);
    expect(testServer.log().split(`"requisite":"${id}"`)).toHaveLength(2);
    expect(await client.list('?type=wallet')).toMatchObject([{ id: wallet.id, values: WALLET.values }]);
    const findId = (code: string) => testServer.context.catalogue.findCurrencyByCode(code)?.id ?? 0;
    const pair = `/api/v1/calculator/pair/${findId('SBERRUB')}/${findId('USDTTRC20')}/`;
    expect(await readStatusAndBody(browser.send(pair, { method: 'GET' }))).toMatchObject([
      200,
      { structure: { from: { savedRequisites: [] }, to: { savedRequisites: [{ id: wallet.id }] } } },
    ]);
    const [, copy] = await readStatusAndBody(browser.send('/api/v1/users/me/export/'));
    expect(v.parse(AccountExport, copy).requisites.map(({ values }) => values)).toEqual(
      expect.arrayContaining([{}, {}, WALLET.values]),
    );
    expect(await resealRows(db, keys)).toEqual({ resealed: 0, lost: 1 });
    expect((await browser.send('/api/v1/verify/', { body: { requisite: id } })).status).toBe(400);
    expect((await client.remove(id)).status).toBe(204);
  });

  test('are in the copy of the data, and deleted with the account', async () => {
    const { id } = await client.add();
    testServer.advanceClock(1);
    await client.add(WALLET);
    expect((await browser.send('/api/v1/verify/', { body: { requisite: id } })).status).toBe(201);
    const copy = v.parse(AccountExport, await (await browser.send('/api/v1/users/me/export/')).json());
    expect(copy.requisites).toMatchObject([
      { currency: 'SBERRUB', values: CARD.values },
      { currency: 'USDTTRC20', values: WALLET.values, deletedAt: null },
    ]);
    expect(copy.verifications).toMatchObject([{ status: 'draft', bin: '220000', last4: '0004', photos: 0 }]);
    await browser.send('/api/v1/users/me/delete/');
    testServer.advanceClock(7 * DAY_MS);
    expect(await deleteDueAccounts(testServer.context)).toBe(1);
    expect(await countRows()).toBe(0);
    const { db } = testServer.context;
    expect(await db.selectFrom('verifications').select('id').execute()).toEqual([]);
  });
});
