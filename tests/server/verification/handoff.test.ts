import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { VerificationHandoff } from '#core/contract/verification.ts';
import { cleanUpVerifications } from '#server/exchange/verification/verificationCleanup.ts';
import { createPhoto, createVerificationClient } from '../../support/verificationClient.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() =>
    startServer({ ...relaxedLimits, PUBLIC_ORIGIN: 'https://exchange.example' }),
  );
  const client = createBeforeEach(() => createVerificationClient(testServer));
  const countFiles = async () =>
    (await testServer.context.db.selectFrom('files').select('id').execute()).length;

  describe('the hand-off to a phone', () => {
    async function createHandoff() {
      const claim = await client.createClaim();
      const { id } = await client.createDraft(claim);
      const handoff = v.parse(VerificationHandoff, await (await client.handoff(id, claim)).json());
      const { origin, pathname, hash } = new URL(handoff.url);
      expect([origin, pathname]).toEqual(['https://exchange.example', `/verify/${id}`]);
      return { claim, id, token: hash.slice(1), expiresAt: handoff.expiresAt };
    }

    test('binds to the first device for 30 min', async () => {
      const { claim, id, token, expiresAt } = await createHandoff();
      expect(Date.parse(expiresAt)).toBe(testServer.now() + 30 * MINUTE_MS);
      const [phone, otherDevice] = [
        { token, device: randomUUID() },
        { token, device: randomUUID() },
      ];
      expect((await client.get(id, phone)).status).toBe(200);
      expect((await client.get(id, otherDevice)).status).toBe(404);
      expect((await client.get(id, { token, device: 'short' })).status).toBe(404);
      expect((await client.upload(id, phone, await createPhoto())).status).toBe(201);
      expect((await client.confirm(id, phone)).status).toBe(200);
      // The owner sees the phone's changes, before and after the handoff expires.
      expect(await (await client.status(id, claim)).json()).toEqual({ status: 'pending', reason: null });
      testServer.advanceClock(30 * MINUTE_MS - 1);
      expect((await client.get(id, phone)).status).toBe(200);
      testServer.advanceClock(1);
      expect((await client.get(id, phone)).status).toBe(404);
      expect((await client.get(id, claim)).status).toBe(200);
    });

    test('binds one of several devices that open it at once', async () => {
      const { id, token } = await createHandoff();
      const devices = Array.from({ length: 6 }, () => ({ token, device: randomUUID() }));
      const responses = await Promise.all(devices.map(device => client.get(id, device)));
      expect(responses.filter(response => response.status === 200)).toHaveLength(1);
      const [first, ...rest] = responses.map(response => response.status).toSorted();
      expect([first, new Set(rest)]).toEqual([200, new Set([404])]);
    });

    test('accepts concurrent first requests of one device', async () => {
      const { id, token } = await createHandoff();
      const phone = { token, device: randomUUID() };
      const responses = await Promise.all([
        client.get(id, phone),
        client.status(id, phone),
        client.get(id, phone),
      ]);
      expect(responses.map(response => response.status)).toEqual([200, 200, 200]);
    });

    test('opens only its verification and is stored hashed', async () => {
      const [ownHandoff, otherHandoff] = [await createHandoff(), await createHandoff()];
      const phone = { token: ownHandoff.token, device: randomUUID() };
      expect((await client.get(otherHandoff.id, phone)).status).toBe(404);
      expect((await client.handoff(ownHandoff.id, phone)).status).toBe(404);
      expect((await client.list(ownHandoff.claim.id, phone)).status).toBe(404);
      expect((await client.get(ownHandoff.id, phone)).status).toBe(200);
      const rows = JSON.stringify(
        await testServer.context.db.selectFrom('handoffs').select(['token_hash', 'device_hash']).execute(),
      );
      expect(rows).not.toContain(ownHandoff.token);
      expect(rows).not.toContain(phone.device);
    });
  });

  describe('the cleanup', () => {
    test('erases photos thirty days after the decision, not before', async () => {
      const [approvedClaim, rejectedClaim] = [
        await client.createClaim('2200000000000103'),
        await client.createClaim('2200000000000111'),
      ];
      const [approved, rejected] = [
        await client.createPending(approvedClaim, 2),
        await client.createPending(rejectedClaim),
      ];
      testServer.advanceClock(MINUTE_MS);
      await client.decide(approved.id, { approve: true });
      await client.decide(rejected.id, { approve: false, reason: 'Не видно' });
      expect(await cleanUpVerifications(testServer.context)).toBe(0);
      testServer.advanceClock(30 * DAY_MS - 1);
      expect(await cleanUpVerifications(testServer.context)).toBe(0);
      expect(await countFiles()).toBe(3);
      testServer.advanceClock(1);
      expect(await cleanUpVerifications(testServer.context)).toBe(3);
      expect(await countFiles()).toBe(0);
    });

    test('deletes undecided photos when the claim closes', async () => {
      const claim = await client.createClaim();
      const { id } = await client.createDraft(claim);
      await client.upload(id, claim, await createPhoto());
      expect(await cleanUpVerifications(testServer.context)).toBe(0);
      await client.claimClient.fetchClaim(claim.id, 'cancel', claim.secret);
      expect(await cleanUpVerifications(testServer.context)).toBe(1);
      expect(await countFiles()).toBe(0);
      const row = await testServer.context.db.selectFrom('verifications').select('status').executeTakeFirst();
      expect(row?.status).toBe('expired');
    });

    test('keeps pending photos of a closed claim', async () => {
      const claim = await client.createClaim();
      await client.createPending(claim);
      await client.claimClient.fetchClaim(claim.id, 'cancel', claim.secret);
      testServer.advanceClock(40 * DAY_MS);
      expect(await cleanUpVerifications(testServer.context)).toBe(0);
      expect(await countFiles()).toBe(1);
    });

    test('expires approvals after twelve months', async () => {
      const claim = await client.createClaim();
      const { id } = await client.createPending(claim);
      await client.decide(id, { approve: true });
      testServer.advanceClock(365 * DAY_MS);
      await cleanUpVerifications(testServer.context);
      expect(await (await client.status(id, claim)).json()).toEqual({ status: 'expired', reason: null });
      const row = await testServer.context.db.selectFrom('verifications').select('status').executeTakeFirst();
      expect(row?.status).toBe('expired');
    });
  });
});
