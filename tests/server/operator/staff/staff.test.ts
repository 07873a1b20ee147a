import { expect, test } from 'vitest';
import type { StaffMember } from '#core/contract/operator/staff.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../support/testServer.ts';
import { openAccount } from '../../accounts/support/accountBrowser.ts';
import { addPasskey, logInWithPasskey, readRefusal } from '../../accounts/support/passkeyBrowser.ts';
import { SoftwareAuthenticator } from '../../accounts/support/softwareAuthenticator.ts';
import { turnOnSecondFactor } from '../../accounts/support/totpApp.ts';
import { createOperatorCalls } from '../../support/operatorCalls.ts';
import { listOperatorChanges, startServerToday } from '../../support/operatorCommand.ts';
import { callOperator, inviteStaff, logInWithCode, openStaff, readOperator } from './support/staffBrowser.ts';

const EMAIL = 'anna@razmen.example';

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServerToday(() => startServer(relaxedLimits)));
  const calls = createBeforeEach(() => createOperatorCalls(testServer));

  test('invites an account, changes its role and removes it, each with an audit entry', async () => {
    await calls.expectRefusals([
      [`staff invite ${EMAIL} cashier`, 'sign up on the site first'],
      [`staff invite ${EMAIL} boss`, 'no account'],
    ]);
    const browser = await openAccount(testServer, EMAIL);
    const { id } = await browser.fetchUser();
    await calls.expectRefusals([
      [`staff invite ${EMAIL} boss`, 'Roles: support, cashier, dealer, admin'],
      [`staff role ${EMAIL} admin`, 'no member of staff'],
      [`staff remove ${EMAIL}`, 'no member of staff'],
    ]);
    expect(await calls.succeed(`staff invite ${EMAIL} cashier`)).toContain('add a passkey');
    expect((await calls.run(`staff invite ${EMAIL} admin`)).err).toContain('is cashier already');
    expect((await calls.run(`staff role ${EMAIL} cashier`)).err).toContain('is cashier already');
    await calls.succeed(`staff role ${EMAIL} dealer`);
    expect(await calls.succeed('staff')).toMatch(new RegExp(`${EMAIL} +dealer`));
    await calls.succeed(`staff remove ${EMAIL}`);
    expect(await calls.succeed('staff')).toBe('No staff.\n');
    expect(await listOperatorChanges(testServer)).toEqual([
      ['staff invite', id, { from: null, to: 'cashier' }],
      ['staff role', id, { from: 'cashier', to: 'dealer' }],
      ['staff remove', id, { from: 'dealer', to: null }],
    ]);
  });

  test('refuses guests, clients, and staff without a second factor', async () => {
    expect((await testServer.get('/api/v1/operator/me/')).status).toBe(401);
    const browser = await openAccount(testServer, EMAIL);
    expect(await readRefusal(await callOperator(browser, 'me/'))).toEqual([403, 'staff_required']);
    await inviteStaff(testServer, EMAIL, 'support');
    const weak = await callOperator(browser, 'me/');
    expect(weak.status).toBe(403);
    expect(await weak.json()).toMatchObject({ code: 'second_factor_missing', methods: ['totp', 'passkey'] });
    const { app } = await turnOnSecondFactor(testServer, browser);
    await logInWithCode({ browser, app }, EMAIL);
    const { name, role, rights } = await readOperator<StaffMember>(browser, 'me/');
    expect([name, role, rights]).toEqual([EMAIL, 'support', ['read', 'verifications', 'undelivered_emails']]);
  });

  test('requires that the login itself uses the passkey, not only that there is one', async () => {
    const browser = await openAccount(testServer, EMAIL, undefined, 'http://localhost:3000');
    await inviteStaff(testServer, EMAIL, 'support');
    const phone = new SoftwareAuthenticator();
    await addPasskey(browser, phone);
    expect((await browser.logIn(EMAIL)).status).toBe(200);
    expect(await readRefusal(await callOperator(browser, 'me/'))).toEqual([403, 'strong_login_required']);
    await logInWithPasskey(browser, phone);
    expect((await callOperator(browser, 'me/')).status).toBe(200);
  });

  test('ends the work of staff 12 hours after the login, and at once with the role', async () => {
    const browser = await openStaff(testServer, 'admin');
    const { sessionEndsAt } = await readOperator<StaffMember>(browser, 'me/');
    expect(Date.parse(sessionEndsAt) - testServer.now()).toBe(12 * 3_600_000);
    testServer.advanceClock(12 * 3_600_000 - 1);
    expect((await browser.refresh()).status).toBe(200);
    expect((await callOperator(browser, 'me/')).status).toBe(200);
    testServer.advanceClock(1);
    expect(await readRefusal(await callOperator(browser, 'me/'))).toEqual([401, 'staff_session_expired']);
    expect((await browser.send('/api/v1/users/me/', { method: 'GET' })).status).toBe(200);
    const other = await openStaff(testServer, 'dealer');
    await calls.succeed('staff remove dealer@razmen.example');
    expect(await readRefusal(await callOperator(other, 'me/'))).toEqual([403, 'staff_required']);
  });
});
