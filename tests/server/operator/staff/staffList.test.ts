import { expect, test } from 'vitest';
import { STAFF_ROLES, type StaffRole } from '#core/contract/operator/staff.ts';
import type { StaffList } from '#core/contract/operator/staffList.ts';
import { changeRoleAsStaff } from '#server/operator/staff/changeStaff.ts';
import { createInProcessClient } from '../../../support/claimClient.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../support/testServer.ts';
import { openAccount, type AccountBrowser } from '../../accounts/support/accountBrowser.ts';
import { readRefusal } from '../../accounts/support/passkeyBrowser.ts';
import { createMailbox } from '../../support/mailbox.ts';
import { createOperatorCalls } from '../../support/operatorCalls.ts';
import { startServerToday } from '../../support/operatorCommand.ts';
import { callOperator, inviteStaff, openStaff, readOperator } from './support/staffBrowser.ts';

const EMAIL = 'anna@razmen.example';

/** Members by e-mail. */
async function readStaff(browser: AccountBrowser) {
  const { members } = await readOperator<StaffList>(browser, 'staff/');
  return Object.fromEntries(members.map(member => [member.name, member]));
}

const refuse = async (browser: AccountBrowser, path: string, body: object) =>
  readRefusal(await callOperator(browser, path, body));

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServerToday(() => startServer(relaxedLimits)));
  const calls = createBeforeEach(() => createOperatorCalls(testServer));

  test('invites an account, changes its role and removes it, with its claims and audit entries', async () => {
    const admin = await openStaff(testServer, 'admin');
    const anna = await openAccount(testServer, EMAIL);
    const { id = '' } = await anna.fetchUser();
    const invited = await readOperator<StaffList>(admin, 'staff/', {
      email: ' Anna@Razmen.example ',
      role: 'cashier',
    });
    expect(invited.roles.map(({ role }) => role)).toEqual(STAFF_ROLES);
    expect(invited.members).toMatchObject([
      { name: 'admin@razmen.example', role: 'admin', isMe: true, hasFactor: true, claims: 0 },
      {
        id,
        name: EMAIL,
        role: 'cashier',
        isMe: false,
        invitedBy: 'admin@razmen.example',
        since: new Date(testServer.now()).toISOString(),
        activeAt: new Date(testServer.now()).toISOString(),
        hasFactor: false,
      },
    ]);
    const client = createInProcessClient(testServer.app);
    const claim = await client.createClaim(await client.buildClaim('SBERRUB', 'TON'));
    const { db } = testServer.context;
    await db.insertInto('claim_holders').values({ claim_id: claim.id, user_id: id, at: 1n }).execute();
    expect((await readStaff(admin))[EMAIL]).toMatchObject({ claims: 1 });
    await readOperator(admin, `staff/${id}/role/`, { role: 'dealer', seen: 'cashier' });
    expect((await readStaff(admin))[EMAIL]?.role).toBe('dealer');
    await readOperator(admin, `staff/${id}/role/`, { role: null, seen: 'dealer' });
    expect(await readStaff(admin)).not.toHaveProperty(EMAIL);
    expect(await db.selectFrom('claim_holders').selectAll().execute()).toEqual([]);
    expect(await readRefusal(await callOperator(anna, 'me/'))).toEqual([403, 'staff_required']);
    const changes = await db
      .selectFrom('operator_changes')
      .selectAll()
      .where('target', '=', id)
      .orderBy('id')
      .execute();
    expect(changes.map(({ command, detail }) => [command, JSON.parse(detail) as unknown])).toEqual([
      ['staff invite', { from: null, to: 'cashier' }],
      ['staff role', { from: 'cashier', to: 'dealer' }],
      ['staff remove', { from: 'dealer', to: null }],
    ]);
    for (const { actor, network } of changes) {
      expect(actor).toBe('admin@razmen.example');
      expect(network).not.toBe('');
    }
  });

  test('sends an e-mail about each change to the account and to all admins', async () => {
    await openAccount(testServer, EMAIL);
    await inviteStaff(testServer, EMAIL, 'cashier');
    const admin = await openStaff(testServer, 'admin');
    const id = (await readStaff(admin))[EMAIL]?.id ?? '';
    const mailbox = createMailbox(testServer);
    while ((await mailbox.deliver()) > 0);
    mailbox.received.length = 0;
    const change = async (role: StaffRole | null, seen: StaffRole) => {
      await readOperator(admin, `staff/${id}/role/`, { role, seen });
      while ((await mailbox.deliver()) > 0);
      const sent = mailbox.received.splice(0).map(({ to, subject }) => `${to}: ${subject}`);
      return sent.toSorted().map(text => text.replaceAll('\u00a0', ' '));
    };
    const toAdmin = 'admin@razmen.example: Размен: изменились сотрудники';
    expect(await change('dealer', 'cashier')).toEqual([
      toAdmin,
      `${EMAIL}: Размен: вы теперь сотрудник с ролью «Дилер»`,
    ]);
    expect(await change('dealer', 'dealer')).toEqual([]);
    expect(await change(null, 'dealer')).toEqual([toAdmin, `${EMAIL}: Размен: вы больше не сотрудник`]);
  });

  test('refuses unknown accounts, members, the own role, and outdated roles, and changes nothing', async () => {
    const admin = await openStaff(testServer, 'admin');
    const { id: adminId } = await admin.fetchUser();
    const dealer = await openStaff(testServer, 'dealer');
    const { id } = await dealer.fetchUser();
    const before = await readStaff(admin);
    for (const [email, code] of [
      [EMAIL, 'account_unknown'],
      ['dealer@razmen.example', 'staff_already'],
      [' ', 'empty'],
      ['a'.repeat(255), 'too_long'],
    ])
      expect(await refuse(admin, 'staff/', { email, role: 'admin' })).toEqual([400, { email: code }]);
    expect(await refuse(admin, 'staff/', { email: EMAIL, role: 'boss' })).toMatchObject([400, {}]);
    for (const role of ['support', null])
      expect(await refuse(admin, `staff/${adminId}/role/`, { role, seen: 'admin' })).toEqual([
        409,
        'staff_self',
      ]);
    await calls.succeed('staff role dealer@razmen.example support');
    const outdated = await callOperator(admin, `staff/${id}/role/`, { role: 'cashier', seen: 'dealer' });
    expect(outdated.status).toBe(409);
    expect(await outdated.json()).toMatchObject({
      code: 'staff_changed',
      by: expect.any(String),
      at: expect.stringMatching(/^\d{4}-/),
    });
    const stranger = '3f0e5a52-6d3c-4a8e-9d0e-0a8f2b7f1c11';
    expect(await refuse(admin, `staff/${stranger}/role/`, { role: null, seen: 'dealer' })).toEqual([
      409,
      'staff_changed',
    ]);
    const dealerName = 'dealer@razmen.example';
    expect(await readStaff(admin)).toEqual({
      ...before,
      [dealerName]: { ...before[dealerName], role: 'support' },
    });
  });

  test('of two admins who remove each other at once, one stays', async () => {
    const [anna, boris] = [await openStaff(testServer, 'admin'), await openStaff(testServer, 'admin', EMAIL)];
    const [annaId = '', borisId = ''] = [(await anna.fetchUser()).id, (await boris.fetchUser()).id];
    await readOperator(anna, `staff/${borisId}/role/`, { role: null, seen: 'admin' });
    // The guard had let the call of the other admin in before.
    const late = { ...testServer.context, actor: EMAIL, userId: borisId };
    for (const role of [null, 'dealer'] as const)
      await expect(changeRoleAsStaff(late, annaId, { role, seen: 'admin' })).rejects.toMatchObject({
        code: 'staff_last_admin',
      });
    expect(Object.keys(await readStaff(anna))).toEqual(['admin@razmen.example']);
    // The owner of the machine may remove the last one.
    await calls.succeed('staff remove admin@razmen.example');
  });

  test('every role reads the list; only an admin changes it, with a fresh proof', async () => {
    await openAccount(testServer, EMAIL);
    for (const role of STAFF_ROLES) {
      const browser = await openStaff(testServer, role);
      expect(await readStaff(browser)).toHaveProperty([`${role}@razmen.example`]);
      if (role === 'admin') continue;
      const { id } = await browser.fetchUser();
      for (const [path, body] of [
        ['staff/', { email: EMAIL, role: 'admin' }],
        [`staff/${id}/role/`, { role: 'admin', seen: role }],
      ] as const) {
        const refused = await callOperator(browser, path, body);
        expect([refused.status, await refused.json()]).toMatchObject([
          403,
          { code: 'right_missing', right: 'staff' },
        ]);
      }
      await calls.succeed(`staff remove ${role}@razmen.example`);
    }
    const admin = await openStaff(testServer, 'admin', 'chief@razmen.example');
    testServer.advanceClock(11 * 60_000);
    await admin.refresh();
    expect(await refuse(admin, 'staff/', { email: EMAIL, role: 'admin' })).toEqual([403, 'confirm_required']);
    expect(await readStaff(admin)).not.toHaveProperty([EMAIL]);
    expect(await readRefusal(await testServer.get('/api/v1/operator/staff/'))).toEqual([
      401,
      'token_not_valid',
    ]);
  });

  test('two invitations at once make one member', async () => {
    const admin = await openStaff(testServer, 'admin');
    await openAccount(testServer, EMAIL);
    const invite = (role: StaffRole) => callOperator(admin, 'staff/', { email: EMAIL, role });
    const answers = await Promise.all([invite('cashier'), invite('dealer')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });
});
