import { beforeEach, expect, test } from 'vitest';
import { expectBalancedLedger } from '../support/ledgerAssertions.ts';
import { createPhoto, createVerificationClient } from '../../support/verificationClient.ts';
import { forEachDatabase, type TestServer } from '../../support/testServer.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';

forEachDatabase(startServer => {
  let testServer: TestServer;
  let client: ReturnType<typeof createVerificationClient>;
  beforeEach(async () => {
    testServer = await startServer(relaxedLimits);
    client = createVerificationClient(testServer);
  });

  test('creates one verification from concurrent requests', async () => {
    const claim = await client.createClaim();
    const answers = await Promise.all(Array.from({ length: 5 }, () => client.begin(claim.id, claim)));
    const ids = await Promise.all(answers.map(async answer => ((await answer.json()) as { id: string }).id));
    expect(new Set(ids).size).toBe(1);
    expect(answers.filter(answer => answer.status === 201)).toHaveLength(1);
  });

  test('keeps three of concurrent uploads without duplicates', async () => {
    const claim = await client.createClaim();
    const { id } = await client.createDraft(claim);
    const shades = [1, 2, 3, 4, 5, 1, 1];
    const answers = await Promise.all(
      shades.map(async shade => client.upload(id, claim, await createPhoto(shade))),
    );
    expect(answers.every(answer => [201, 400].includes(answer.status))).toBe(true);
    const hashes = (await testServer.context.db.selectFrom('files').select('hash').execute()).map(
      file => file.hash,
    );
    expect([hashes.length, new Set(hashes).size]).toEqual([3, 3]);
  });

  test('accepts one of concurrent decisions', async () => {
    const claim = await client.createClaim();
    const { id } = await client.createPending(claim);
    const decided = await Promise.all([
      client.decide(id, { approve: true }),
      client.decide(id, { approve: false, reason: 'Не видно' }),
      client.decide(id, { approve: true }),
    ]);
    expect(decided.filter(one => one.ok)).toHaveLength(1);
    const events = await testServer.context.db
      .selectFrom('claim_events')
      .select('to_status')
      .where('claim_id', '=', claim.id)
      .execute();
    expect(events.filter(event => event.to_status === 'waiting').length).toBeLessThanOrEqual(1);
    await expectBalancedLedger(testServer.context.db);
  });

  test('keeps claim and reserve consistent during concurrent changes', async () => {
    for (const meanwhile of ['cancel', 'remove', 'confirm'] as const) {
      const claim = await client.createClaim();
      const { id } = await client.createPending(claim);
      const act = {
        cancel: () => client.claimClient.fetchClaim(claim.id, 'cancel', claim.secret),
        remove: () => client.remove(id, claim),
        confirm: () => client.confirm(id, claim),
      }[meanwhile];
      const [answer, decided] = await Promise.all([
        act(),
        client.decide(id, { approve: false, reason: 'Не видно' }),
      ]);
      // 400: submitted again right after the rejection, without a new photo.
      expect([200, 204, 400, 404, 409]).toContain(answer.status);
      const { status, deadline } = await testServer.context.db
        .selectFrom('claims')
        .select(['status', 'deadline'])
        .where('id', '=', claim.id)
        .executeTakeFirstOrThrow();
      expect(status).toBe(meanwhile === 'cancel' ? 'cancelled' : 'verification');
      // In either order: a claim without a pending verification has a deadline.
      if (meanwhile !== 'cancel') expect([decided.ok, deadline === null]).not.toEqual([true, true]);
      if (meanwhile === 'remove') expect(deadline).not.toBeNull();
    }
    await expectBalancedLedger(testServer.context.db);
  });
});
