import { expect, test } from 'vitest';
import { createVerificationClient } from '../../support/verificationClient.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { forEachDatabase } from '../../support/testServer.ts';
import { openAccount } from '../accounts/support/accountBrowser.ts';
import { createShopOwner, createShopProgram } from './support/shopClient.ts';

forEachDatabase(startServer => {
  test('a test claim does not tell whose card is approved', async () => {
    const testServer = await startServer(relaxedLimits);
    const client = createVerificationClient(testServer);
    const { key } = await createShopOwner(await openAccount(testServer)).addKey({ mode: 'test' });
    const { saveRequisites: _, ...body } = await client.claimClient.buildClaim('SBERRUB', 'LTC', {
      verification: true,
    });
    const createTestClaim = () => createShopProgram(testServer, key).createClaim(body);
    expect((await createTestClaim()).status).toBe('verification');
    const claim = await client.createClaim();
    const { id } = await client.createPending(claim);
    await client.decide(id, { approve: true });
    expect((await client.createClaim()).status).toBe('waiting');
    expect((await createTestClaim()).status).toBe('verification');
  });
});
