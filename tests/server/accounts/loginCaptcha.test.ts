import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { forEachDatabase, type TestServer } from '../../support/testServer.ts';
import { runOperator } from '../support/operatorCommand.ts';
import {
  AccountBrowser,
  buildSignup,
  findLinkPath,
  OTHER_PASSWORD,
  STRONG_PASSWORD,
} from './support/accountBrowser.ts';

const EMAIL = 'ivan@mail.example';
const SOLVED = { recaptcha: 'a person' };
const REQUIRED = { code: 'captcha_required', provider: 'recaptcha', sitekey: 'public-key' };

forEachDatabase(startServer => {
  let captchaServer: Server;
  let testServer: TestServer;
  let browser: AccountBrowser;

  // A fake of reCAPTCHA's siteverify: takes a form with secret and response, returns JSON.
  beforeAll(async () => {
    captchaServer = createServer((request, response) => {
      let text = '';
      request.on('data', (data: Buffer) => (text += data.toString()));
      request.on('end', () => {
        const success = new URLSearchParams(text).get('response') === SOLVED.recaptcha;
        response.end(JSON.stringify({ success }));
      });
    });
    await new Promise<void>(resolve => captchaServer.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise(resolve => captchaServer.close(resolve)));

  const captchaEnv = () => ({
    ...relaxedLimits,
    CAPTCHA_SITEKEY: REQUIRED.sitekey,
    CAPTCHA_SECRET: 'private-key',
    CAPTCHA_ORIGIN: `http://127.0.0.1:${(captchaServer.address() as AddressInfo).port}`,
  });

  beforeEach(async () => {
    testServer = await startServer(captchaEnv());
    browser = new AccountBrowser(testServer);
  });

  const createAccount = async () => {
    const body = { ...buildSignup(EMAIL), ...SOLVED };
    expect((await browser.send('/api/v1/users/signup/', { body })).status).toBe(202);
    expect((await browser.send(await findLinkPath(testServer, 'activate'))).status).toBe(204);
  };
  const readSettings = async (): Promise<unknown> =>
    (await testServer.app.request('/api/v1/calculator/settings/')).json();
  const logIn = async (password: string, more: object = {}) => {
    const response = await browser.logIn(EMAIL, password, more);
    return [response.status, (await response.json()) as { code?: string }] as const;
  };

  test('login/ asks for a captcha after three wrong passwords, and names it', async () => {
    await createAccount();
    for (let n = 0; n < 3; n++) expect((await logIn(OTHER_PASSWORD))[0]).toBe(401);
    expect(await logIn(STRONG_PASSWORD)).toMatchObject([403, REQUIRED]);
    expect(await logIn(STRONG_PASSWORD, { recaptcha: 'a robot' })).toMatchObject([
      403,
      { ...REQUIRED, code: 'captcha_failed' },
    ]);
    expect((await logIn(STRONG_PASSWORD, SOLVED))[0]).toBe(200);
  });

  test('logins with the right password never need a captcha', async () => {
    await createAccount();
    for (let n = 0; n < 5; n++) expect((await logIn(STRONG_PASSWORD))[0]).toBe(200);
  });

  test('login/ always asks with the setting captchaLogin', async () => {
    await createAccount();
    expect((await runOperator(testServer, 'setting', 'captchaLogin', 'true')).code).toBe(0);
    await testServer.context.catalogue.reload();
    expect(await readSettings()).toMatchObject({ captchaLogin: true });
    expect(await logIn(STRONG_PASSWORD)).toMatchObject([403, REQUIRED]);
    expect((await logIn(STRONG_PASSWORD, SOLVED))[0]).toBe(200);
  });

  test('the site shows no captcha before a login without the setting, or without a provider', async () => {
    expect(await readSettings()).toMatchObject({ captchaLogin: false });
    testServer = await startServer(relaxedLimits);
    browser = new AccountBrowser(testServer);
    expect((await runOperator(testServer, 'setting', 'captchaLogin', 'true')).code).toBe(0);
    await testServer.context.catalogue.reload();
    expect(await readSettings()).toMatchObject({ captchaLogin: false });
  });

  test('sign-ups and logins without a captcha do not count', async () => {
    testServer = await startServer({
      ...captchaEnv(),
      LIMIT_SIGNUPS_PER_HOUR: '1',
      LIMIT_LOGINS_PER_HOUR: '4',
    });
    browser = new AccountBrowser(testServer);
    for (let n = 0; n < 2; n++) {
      const response = await browser.send('/api/v1/users/signup/', { body: buildSignup(EMAIL) });
      expect(response.status).toBe(403);
    }
    await createAccount();
    for (let n = 0; n < 3; n++) await logIn(OTHER_PASSWORD);
    for (let n = 0; n < 3; n++) expect(await logIn(STRONG_PASSWORD)).toMatchObject([403, REQUIRED]);
    expect((await logIn(STRONG_PASSWORD, SOLVED))[0]).toBe(200);
  });

  test.each(['signup', 'restore', 'reactivate'])('%s/ asks for a captcha', async call => {
    const response = await browser.send(`/api/v1/users/${call}/`, { body: buildSignup(EMAIL) });
    expect([response.status, await response.json()]).toMatchObject([403, REQUIRED]);
  });
});
