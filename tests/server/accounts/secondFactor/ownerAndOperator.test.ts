import { expect, test } from 'vitest';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../support/testServer.ts';
import { createOperatorCalls } from '../../support/operatorCalls.ts';
import { listOperatorChanges, startServerToday } from '../../support/operatorCommand.ts';
import { createAccountMailbox } from '../support/accountMailbox.ts';
import {
  AccountBrowser,
  findLinkPath,
  listEmails,
  openAccount,
  OTHER_PASSWORD,
} from '../support/accountBrowser.ts';
import { turnOnSecondFactor } from '../support/totpApp.ts';

const EMAIL = 'ivan@mail.example';

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServerToday(() => startServer(relaxedLimits)));
  const browser = createBeforeEach(() => openAccount(testServer, EMAIL));

  const guest = () => new AccountBrowser(testServer);
  const readCode = async (response: Response) => ((await response.json()) as { code: string }).code;

  test('the operator sees it, and turns it off with an audit entry, an e-mail and an event', async () => {
    const calls = createOperatorCalls(testServer);
    await calls.expectRefusals([[`user ${EMAIL} totp-off`, 'is off']]);
    expect(await calls.succeed(`user ${EMAIL}`)).toMatch(/second factor +off\n/);
    await turnOnSecondFactor(testServer, browser);
    expect(await calls.succeed(`user ${EMAIL}`)).toMatch(
      /second factor +since \d{4}-.*, 10 recovery codes\n/,
    );
    expect(await readCode(await guest().logIn(EMAIL))).toBe('second_factor_required');
    await calls.succeed(`user ${EMAIL} totp-off`);
    const { id } = await browser.fetchUser();
    expect(await listOperatorChanges(testServer)).toEqual([['user totp-off', id, {}]]);
    const support = { device: 'Служба поддержки', network: '' };
    expect((await listEmails(testServer)).at(-1)).toEqual({ kind: 'second_factor_removed', ...support });
    const journal = await browser.send('/api/v1/users/me/journal/', { method: 'GET' });
    expect(await journal.json()).toMatchObject({
      results: [{ kind: 'second_factor_removed', ...support }, {}, {}, {}],
    });
    expect((await guest().logIn(EMAIL)).status).toBe(200);
  });

  test('«Это не я» ends what has begun and keeps a second factor that is on', async () => {
    const emails = createAccountMailbox(testServer);
    const { app } = await turnOnSecondFactor(testServer, browser);
    const challenge = ((await (await guest().logIn(EMAIL)).json()) as { challenge: string }).challenge;
    const path = await emails.readStopPath(EMAIL, 'второй фактор включён');
    expect((await guest().send(path)).status).toBe(200);
    const answer = await guest().send('/front-api/auth/login/', {
      body: { challenge, code: app.waitForCode() },
    });
    expect(await readCode(answer)).toBe('challenge_expired');
    await guest().send('/api/v1/users/restore/', { body: { email: EMAIL } });
    const restorePath = await findLinkPath(testServer, 'restore');
    const restore = (body: object) => guest().send(restorePath, { body });
    expect(await readCode(await restore({ password: OTHER_PASSWORD }))).toBe('second_factor_required');
    expect((await restore({ password: OTHER_PASSWORD, code: app.showCode() })).status).toBe(204);

    const anna = await openAccount(testServer, 'anna@mail.example');
    await guest().logIn('anna@mail.example');
    expect((await anna.send('/api/v1/users/me/totp/')).status).toBe(200);
    await guest().send(await emails.readStopPath('anna@mail.example', 'вход с нового устройства'));
    const factors = await testServer.context.db.selectFrom('totp_factors').select('confirmed_at').execute();
    expect(factors.map(({ confirmed_at }) => confirmed_at === null)).toEqual([false]);
  });
});
