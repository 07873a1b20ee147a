import { expect, test } from 'vitest';
import { forEachDatabase } from '../../support/testServer.ts';
import { openAccount } from '../accounts/support/accountBrowser.ts';

forEachDatabase(startServer => {
  test('a text with NUL is refused, and the refusal names its field', async () => {
    const browser = await openAccount(await startServer());
    const search = await browser.send('/api/v1/users/me/claims/?page=1&search=a%00b', { method: 'GET' });
    expect([search.status, await search.json()]).toMatchObject([400, { codes: { search: 'body_invalid' } }]);
    const label = await browser.send('/api/v1/users/me/refferal/', { body: { label: 'a\0b' } });
    expect([label.status, await label.json()]).toMatchObject([400, { codes: { label: 'body_invalid' } }]);
    const path = await browser.send('/api/v1/users/me/requisites/a%00b/', { method: 'DELETE' });
    expect(path.status).toBe(404);
  });
});
