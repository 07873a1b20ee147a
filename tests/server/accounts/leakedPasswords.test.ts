import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { forEachDatabase } from '../../support/testServer.ts';
import {
  AccountBrowser,
  buildSignup,
  findLinkPath,
  openAccount,
  OTHER_PASSWORD,
  STRONG_PASSWORD,
} from './support/accountBrowser.ts';

const LEAKED_PASSWORD = 'quiet-lantern-55-orchard';

const hashPassword = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase();

let service: Server;
let url = '';
/** Whether the service answers with 503. */
let isDown = false;
const requests: { path: string; padding: string | undefined }[] = [];

// Speaks the range API: the rests of all hashes with a prefix, here one real hash and one that pads the response.
beforeAll(async () => {
  service = createServer((request, response) => {
    const prefix = /^\/range\/([0-9A-F]{5})$/.exec(request.url ?? '')?.[1];
    requests.push({ path: request.url ?? '', padding: request.headers['add-padding']?.toString() });
    if (isDown || prefix === undefined) {
      response.writeHead(isDown ? 503 : 400).end();
      return;
    }
    const counts = new Map([
      [hashPassword(LEAKED_PASSWORD), 3],
      [hashPassword(OTHER_PASSWORD), 0],
    ]);
    const lines = [...counts].flatMap(([hash, count]) =>
      hash.startsWith(prefix) ? [`${hash.slice(5)}:${count}`] : [],
    );
    response.end(['0018A45C4D1DEF81644B54AB7F969B88D65:1', ...lines].join('\r\n'));
  });
  await new Promise<void>(resolve => service.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(() => new Promise(resolve => service.close(resolve)));

forEachDatabase(startServer => {
  test('a leaked password is refused wherever one is set', async () => {
    isDown = false;
    requests.length = 0;
    const testServer = await startServer({ ...relaxedLimits, HIBP_URL: url });
    const browser = await openAccount(testServer);
    const guest = new AccountBrowser(testServer);
    await guest.send('/api/v1/users/restore/', { body: { email: 'ivan@mail.example' } });
    const restorePath = await findLinkPath(testServer, 'restore');
    const readCodes = async (response: Response) => [
      response.status,
      ((await response.json()) as { codes: object }).codes,
    ];
    const refused = { password: 'password_leaked' };
    expect(
      await readCodes(
        await guest.send('/api/v1/users/signup/', {
          body: buildSignup('anna@mail.example', LEAKED_PASSWORD),
        }),
      ),
    ).toEqual([400, refused]);
    expect(await readCodes(await guest.send(restorePath, { body: { password: LEAKED_PASSWORD } }))).toEqual([
      400,
      refused,
    ]);
    const change = (newPassword: string) =>
      browser.send('/api/v1/users/me/password/', { body: { oldPassword: STRONG_PASSWORD, newPassword } });
    expect(await readCodes(await change(LEAKED_PASSWORD))).toEqual([400, { newPassword: 'password_leaked' }]);
    // Its hash only pads the response.
    expect((await change(OTHER_PASSWORD)).status).toBe(204);
    // Five digits of the hash leave the server, and nothing else.
    expect(requests.map(({ path }) => path).toSorted()).toEqual(
      [STRONG_PASSWORD, LEAKED_PASSWORD, LEAKED_PASSWORD, LEAKED_PASSWORD, OTHER_PASSWORD]
        .map(password => `/range/${hashPassword(password.normalize('NFKC')).slice(0, 5)}`)
        .toSorted(),
    );
    expect(requests.every(({ padding }) => padding === 'true')).toBe(true);
  });

  test('a service that is down refuses nobody', async () => {
    isDown = true;
    const testServer = await startServer({ ...relaxedLimits, HIBP_URL: url });
    const browser = new AccountBrowser(testServer);
    const body = buildSignup('anna@mail.example', LEAKED_PASSWORD);
    expect((await browser.send('/api/v1/users/signup/', { body })).status).toBe(202);
    expect(testServer.log()).toContain('Cannot look for a password among the leaked ones');
    expect(testServer.log()).not.toContain(LEAKED_PASSWORD);
  });
});
