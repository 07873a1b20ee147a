import { expect, test } from 'vitest';
import { expectBalancedLedger } from '../support/ledgerAssertions.ts';
import { createPhoto, createVerificationClient } from '../../support/verificationClient.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServer(relaxedLimits));
  const client = createBeforeEach(() => createVerificationClient(testServer));

  test('creates one verification from concurrent requests', async () => {
    const claim = await client.createClaim();
    const responses = await Promise.all(Array.from({ length: 5 }, () => client.begin(claim.id, claim)));
    const ids = await Promise.all(
      responses.map(async response => ((await response.json()) as { id: string }).id),
    );
    expect(new Set(ids).size).toBe(1);
    expect(responses.filter(response => response.status === 201)).toHaveLength(1);
  });

  test('keeps three of concurrent uploads without duplicates', async () => {
    const claim = await client.createClaim();
    const { id } = await client.createDraft(claim);
    const shades = [1, 2, 3, 4, 5, 1, 1];
    const responses = await Promise.all(
      shades.map(async shade => client.upload(id, claim, await createPhoto(shade))),
    );
    expect(responses.every(response => [201, 400].includes(response.status))).toBe(true);
    const hashes = (await testServer.context.db.selectFrom('files').select('hash').execute()).map(
      file => file.hash,
    );
    expect([hashes.length, new Set(hashes).size]).toEqual([3, 3]);
  });

  test('accepts one of concurrent decisions', async () => {
    const claim = await client.createClaim();
    const { id } = await client.createPending(claim);
    const decisions = await Promise.all([
      client.decide(id, { approve: true }),
      client.decide(id, { approve: false, reason: 'Не видно' }),
      client.decide(id, { approve: true }),
    ]);
    expect(decisions.filter(one => one.ok)).toHaveLength(1);
    const events = await testServer.context.db
      .selectFrom('claim_events')
      .select('to_status')
      .where('claim_id', '=', claim.id)
      .execute();
    expect(events.filter(event => event.to_status === 'waiting').length).toBeLessThanOrEqual(1);
    await expectBalancedLedger(testServer.context.db);
  });

  test('keeps claim and reserve consistent during concurrent changes', async () => {
    for (const action of ['cancel', 'remove', 'confirm'] as const) {
      const claim = await client.createClaim();
      const { id } = await client.createPending(claim);
      const runAction = {
        cancel: () => client.claimClient.fetchClaim(claim.id, 'cancel', claim.secret),
        remove: () => client.remove(id, claim),
        confirm: () => client.confirm(id, claim),
      }[action];
      const [response, decision] = await Promise.all([
        runAction(),
        client.decide(id, { approve: false, reason: 'Не видно' }),
      ]);
      // 400: the client submits again right after the rejection, without a new photo.
      expect([200, 204, 400, 404, 409]).toContain(response.status);
      const { status, deadline } = await testServer.context.db
        .selectFrom('claims')
        .select(['status', 'deadline'])
        .where('id', '=', claim.id)
        .executeTakeFirstOrThrow();
      expect(status).toBe(action === 'cancel' ? 'cancelled' : 'verification');
      // In either order, a claim without a pending verification has a deadline.
      if (action !== 'cancel') expect([decision.ok, deadline === null]).not.toEqual([true, true]);
      if (action === 'remove') expect(deadline).not.toBeNull();
    }
    await expectBalancedLedger(testServer.context.db);
  });
});
