import { beforeEach, expect, test } from 'vitest';
import type { OperatorPartners } from '#core/contract/operator/partners.ts';
import { STAFF_ROLES } from '#core/contract/operator/staff.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../support/testServer.ts';
import type { AccountBrowser } from '../../accounts/support/accountBrowser.ts';
import { readRefusal } from '../../accounts/support/passkeyBrowser.ts';
import { creditPartner } from '../../referral/support/creditPartner.ts';
import { completeClaim, openPartner } from '../../referral/support/partnerClient.ts';
import { listOperatorChanges, runOperator, startServerToday } from '../../support/operatorCommand.ts';
import { callOperator, expectDone, openStaff, readOperator } from './support/staffBrowser.ts';

const REASON = 'Реклама на бренд';

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() =>
    startServerToday(() => startServer({ ...relaxedLimits, TRUST_PROXY: 'loopback' })),
  );
  const admin = createBeforeEach(() => openStaff(testServer, 'admin'));
  let partner: Awaited<ReturnType<typeof openPartner>>;
  let id: string;
  beforeEach(async () => {
    partner = await openPartner(testServer);
    await completeClaim(testServer, partner.code, { path: [] });
    ({ id } = await testServer.context.db.selectFrom('partners').select('id').executeTakeFirstOrThrow());
    await creditPartner(testServer.context, id, { amount: 2_000_000n, now: testServer.now() });
  });

  const list = (browser: AccountBrowser = admin) => readOperator<OperatorPartners>(browser, 'partners/');
  const readMethod = async (code: string) => (await list()).methods.find(({ to }) => to.code === code);
  const change = (path: string, body: object, browser: AccountBrowser = admin) =>
    callOperator(browser, `values/${path}/`, body);
  const listChanges = async () =>
    (await listOperatorChanges(testServer)).filter(([command]) => command !== 'staff invite');

  test('switches a partner off with a reason, and on again', async () => {
    const shown = { id, email: partner.email, code: partner.code, balance: '200.0000', claims: 1 };
    expect((await list()).results).toEqual([
      expect.objectContaining({ ...shown, offReason: null, offAt: null, blockedAt: null }),
    ]);
    await expectDone(await change(`partners/${id}/off`, { value: REASON, seen: '' }));
    const [off] = (await list()).results;
    expect(off).toMatchObject({ ...shown, offReason: REASON });
    expect(off?.offAt).not.toBeNull();
    expect(await (await change(`partners/${id}/off`, { value: 'Спам', seen: '' })).json()).toMatchObject({
      code: 'value_changed',
      by: 'admin@razmen.example',
    });
    expect(await readRefusal(await change(`partners/${id}/off`, { value: 'Спам', seen: REASON }))).toEqual([
      400,
      { value: 'value_same' },
    ]);
    await runOperator(testServer, 'partner', partner.email, 'on', '--as', 'boris');
    expect(await (await change(`partners/${id}/off`, { value: '', seen: REASON })).json()).toMatchObject({
      code: 'value_changed',
      by: 'boris',
    });
    await expectDone(await change(`partners/${id}/off`, { value: REASON, seen: '' }));
    await expectDone(await change(`partners/${id}/off`, { value: '', seen: REASON }));
    expect((await list()).results).toMatchObject([{ offReason: null, offAt: null }]);
    expect(await listChanges()).toEqual([
      ['partner off', id, { reason: REASON }],
      ['partner on', id, { reason: null }],
      ['partner off', id, { reason: REASON }],
      ['partner on', id, { reason: null }],
    ]);
  });

  test('pays in another currency for a fee, closes it with a reason, and opens it', async () => {
    expect(await readMethod('USDTTRC20')).toMatchObject({ fee: '1.5000', closed: null });
    await expectDone(await change('methods/USDTTRC20/fee', { value: '2', seen: '1.5' }));
    expect(await readMethod('LTC')).toBe(undefined);
    await expectDone(await change('methods/LTC/fee', { value: '0', seen: '0.0000' }));
    expect(await readMethod('LTC')).toMatchObject({ fee: '0.0000', closed: null });
    await expectDone(await change('methods/LTC/closed', { value: REASON, seen: '' }));
    expect(await readMethod('LTC')).toMatchObject({ closed: REASON });
    expect(await (await change('methods/LTC/closed', { value: 'Нет', seen: '' })).json()).toMatchObject({
      code: 'value_changed',
      by: 'admin@razmen.example',
    });
    await expectDone(await change('methods/LTC/closed', { value: '', seen: REASON }));
    expect(await readMethod('LTC')).toMatchObject({ closed: null });
    expect(await listChanges()).toEqual([
      ['method', 'USDTTRC20', { fee: '2.0000 USD', closed: null }],
      ['method', 'LTC', { fee: '0.0000 USD', closed: null }],
      ['method', 'LTC', { fee: '0.0000 USD', closed: REASON }],
      ['method', 'LTC', { fee: '0.0000 USD', closed: null }],
    ]);
  });

  test('takes the accrual of a claim back once, and gives the reason when it cannot', async () => {
    const reverse = (claim: string, browser: AccountBrowser = admin) =>
      callOperator(browser, 'accruals/reversal/', { claim, reason: 'Клиенту вернули деньги' });
    const claimId = await completeClaim(testServer, partner.code);
    const { public_number: number } = await testServer.context.db
      .selectFrom('claims')
      .select('public_number')
      .where('id', '=', claimId)
      .executeTakeFirstOrThrow();
    const [before] = (await list()).results;
    await expectDone(await reverse(number.toLowerCase()));
    const [after] = (await list()).results;
    expect(Number(before?.balance)).toBeGreaterThan(Number(after?.balance));
    expect(await readRefusal(await reverse(number))).toEqual([400, { claim: 'accrual_reversed' }]);
    expect(await readRefusal(await reverse('NONE'))).toEqual([400, { claim: 'claim_unknown' }]);
    expect(await readRefusal(await reverse(' '))).toEqual([400, { claim: 'empty' }]);
    const foreign = await completeClaim(testServer, null);
    expect(await readRefusal(await reverse(foreign))).toEqual([400, { claim: 'accrual_missing' }]);
    const cashier = await openStaff(testServer, 'cashier');
    expect(await readRefusal(await reverse(number, cashier))).toEqual([403, 'right_missing']);
    expect(await listChanges()).toEqual([
      [
        'accrual reverse',
        claimId,
        { amount: expect.stringMatching(/^\d+\.\d+$/) as string, reason: 'Клиенту вернули деньги' },
      ],
    ]);
  });

  test('refuses what is no value, and what does not exist', async () => {
    const cases: [path: string, body: { value: string; seen: string }, refusal: unknown][] = [
      [`partners/${id}/off`, { value: 'я'.repeat(201), seen: '' }, [400, { value: 'sentence_format' }]],
      ['partners/nobody/off', { value: REASON, seen: '' }, [404, 'not_found']],
      ['methods/NOPE/fee', { value: '1', seen: '0' }, [404, 'not_found']],
      ['methods/CASHRUB/fee', { value: '1', seen: '0' }, [404, 'not_found']],
      ['methods/LTC/closed', { value: REASON, seen: '' }, [404, 'not_found']],
      ['methods/LTC/fee', { value: '-1', seen: '0' }, [400, { value: 'number_format' }]],
      ['methods/LTC/fee', { value: '1.00001', seen: '0' }, [400, { value: 'number_format' }]],
    ];
    for (const [path, body, refusal] of cases)
      expect([path, body, await readRefusal(await change(path, body))]).toEqual([path, body, refusal]);
    expect(await listChanges()).toEqual([]);
  });

  test('lets one of two people switch a partner off', async () => {
    const boris = await openStaff(testServer, 'admin', 'boris@razmen.example');
    const answers = await Promise.all([
      change(`partners/${id}/off`, { value: REASON, seen: '' }),
      change(`partners/${id}/off`, { value: 'Спам', seen: '' }, boris),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    expect(await listChanges()).toHaveLength(1);
  });

  test('every role reads; only an admin changes', async () => {
    for (const role of STAFF_ROLES.filter(one => one !== 'admin')) {
      const browser = await openStaff(testServer, role);
      expect((await list(browser)).results).toHaveLength(1);
      for (const [path, body] of [
        [`partners/${id}/off`, { value: REASON, seen: '' }],
        ['methods/LTC/fee', { value: '1', seen: '0' }],
        ['methods/USDTTRC20/closed', { value: REASON, seen: '' }],
      ] as const)
        expect(await readRefusal(await change(path, body, browser))).toEqual([403, 'right_missing']);
    }
    expect(await listChanges()).toEqual([]);
  });
});
