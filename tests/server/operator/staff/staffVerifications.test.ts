import { expect, test } from 'vitest';
import type { OperatorVerification, OperatorVerifications } from '#core/contract/operator/verifications.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../support/testServer.ts';
import { createVerificationClient } from '../../../support/verificationClient.ts';
import { readRefusal } from '../../accounts/support/passkeyBrowser.ts';
import { listOperatorChanges, startServerToday } from '../../support/operatorCommand.ts';
import { callOperator, openStaff, readOperator } from './support/staffBrowser.ts';

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServerToday(() => startServer(relaxedLimits)));

  test('lists a card with its photos, sends their bytes, and rejects it with a sentence for the client', async () => {
    const support = await openStaff(testServer, 'support');
    const client = createVerificationClient(testServer);
    const claim = await client.createClaim();
    const { id } = await client.createPending(claim, 2);
    const page = await readOperator<OperatorVerifications>(support, 'verifications/');
    expect(page.results).toHaveLength(1);
    const [verification] = page.results;
    expect(verification).toMatchObject({ id, status: 'pending', claim: { id: claim.id } });
    expect(verification?.owner).toMatch(/@/);
    expect(verification?.photos).toHaveLength(2);
    const photo = verification?.photos[0] ?? expect.fail('no photo');
    const file = await callOperator(support, `files/${photo.id}/`);
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toBe('image/jpeg');
    expect(file.headers.get('cache-control')).toBe('no-store');
    expect(file.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await file.arrayBuffer()).byteLength).toBe(photo.size);
    expect((await callOperator(support, 'files/unknown/')).status).toBe(404);
    expect((await testServer.get(`/api/v1/operator/files/${photo.id}/`)).status).toBe(401);

    const decide = (body: object) => callOperator(support, `verifications/${id}/decision/`, body);
    expect(await readRefusal(await decide({ decision: 'reject', reason: ' ' }))).toEqual([
      400,
      { reason: 'empty' },
    ]);
    const reason = 'Номер карты не читается';
    const rejected = (await (await decide({ decision: 'reject', reason })).json()) as OperatorVerification;
    expect(rejected).toMatchObject({ status: 'rejected', reason });
    expect(await (await client.status(id, claim)).json()).toMatchObject({ status: 'rejected', reason });
    const again = await decide({ decision: 'approve' });
    expect(again.status).toBe(409);
    expect(await again.json()).toMatchObject({
      code: 'verification_state',
      status: 'rejected',
      by: 'support@razmen.example',
    });
    expect((await listOperatorChanges(testServer)).slice(-2)).toEqual([
      ['file', id, { file: photo.id }],
      ['verification', id, { decision: 'reject', reason }],
    ]);
  });

  test('approves a card, so that its claim continues; a cashier may not', async () => {
    const client = createVerificationClient(testServer);
    const claim = await client.createClaim();
    const { id } = await client.createPending(claim);
    const path = `verifications/${id}/decision/`;
    const cashier = await openStaff(testServer, 'cashier');
    expect(await readRefusal(await callOperator(cashier, path, { decision: 'approve' }))).toEqual([
      403,
      'right_missing',
    ]);
    const support = await openStaff(testServer, 'support');
    expect((await callOperator(support, path, { decision: 'approve' })).status).toBe(200);
    const { status } = (await readOperator<{ status: string }>(support, `claims/${claim.id}/`)) ?? {};
    expect(status).toBe('waiting');
    expect((await readOperator<OperatorVerifications>(support, 'verifications/')).results).toEqual([]);
  });
});
