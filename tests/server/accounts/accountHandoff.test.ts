import { expect, test } from 'vitest';
import type { ClaimHandoff } from '#core/contract/claim.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { forEachDatabase } from '../../support/testServer.ts';
import { createClaimDriver } from '../support/claimDriver.ts';
import { openAccount } from './support/accountBrowser.ts';

forEachDatabase(startServer => {
  test('the account hands its claim off to a device that is not logged in', async () => {
    const testServer = await startServer(relaxedLimits);
    const anna = await openAccount(testServer, 'anna@mail.example');
    const { id, secret } = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
    const path = `/api/v1/claim/${id}/handoff/`;
    expect((await anna.send(path, { body: {} })).status).toBe(404);
    await anna.send('/api/v1/users/me/claims/attach/', {
      body: { id },
      headers: { 'x-claim-secret': secret },
    });
    const response = await anna.send(path, { body: {} });
    const { url } = (await response.json()) as ClaimHandoff;
    expect(new URL(url).pathname).toBe(`/claim/${id}`);
    const { status } = await testServer.get(`/api/v1/claim/${id}/requisite/`, {
      'x-claim-secret': new URL(url).hash.slice(1),
    });
    expect(status).toBe(200);
  });
});
