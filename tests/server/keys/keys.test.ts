import { createHmac, randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { isCardApproved } from '#server/exchange/requisites/cardApproval.ts';
import { createTestKeys } from '../../support/accountKeys.ts';
import { createInProcessClient, TEST_CARD_NUMBER } from '../../support/claimClient.ts';
import { createVerificationClient } from '../../support/verificationClient.ts';
import { forEachDatabase, type TestServer } from '../../support/testServer.ts';
import { listOperatorChanges, runOperator } from '../support/operatorCommand.ts';
import {
  NEW_ID,
  NEW_KEY,
  OLD_ID,
  OLD_KEY,
  startKeyRotation,
  type StartWithKeys,
} from './support/keyRotation.ts';

/** Signs as versions did whose key was in the database. */
const signWithDatabaseKey = ({ context }: TestServer, text: string) =>
  createHmac('sha256', context.keys.numberingKey).update(text).digest();

type ClaimClient = ReturnType<typeof createInProcessClient>;

forEachDatabase((startServer, dialect) => {
  let testServer: TestServer;
  let client: ClaimClient;
  let startWithKeys: StartWithKeys;

  beforeEach(async () => {
    const rotation = await startKeyRotation(startServer);
    ({ testServer, startWithKeys } = rotation);
    client = createInProcessClient(testServer.app);
    return rotation.closeOthers;
  });

  const getStatusCode = async (other: ClaimClient, { id, secret }: { id: string; secret: string }) =>
    (await other.fetchClaim(id, 'status', secret)).status;

  describe('the key in the database', () => {
    test('signs no quote', async () => {
      const body = await client.buildClaim('LTC', 'BTC', { fromSumma: '1' });
      const [text = ''] = (body.quote ?? '').split('.');
      const payload = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
      payload[2] = '1';
      const forged = Buffer.from(JSON.stringify(payload)).toString('base64url');
      const signature = signWithDatabaseKey(testServer, `quote:${forged}`)
        .subarray(0, 16)
        .toString('base64url');
      const response = await client.postClaim({ ...body, toSumma: '1', quote: `${forged}.${signature}` });
      expect(response.status).toBe(409);
      expect(await response.json()).toMatchObject({ code: 'course_changed' });
      expect(await testServer.context.db.selectFrom('claims').select('id').execute()).toEqual([]);
    });

    test('opens claims that were created with it and no others', async () => {
      const claim = await client.createClaim(await client.buildClaim('LTC', 'BTC'));
      const secret = signWithDatabaseKey(testServer, `claim-secret:${claim.id}`).toString('base64url');
      expect(await getStatusCode(client, { ...claim, secret })).toBe(404);
      expect(await getStatusCode(client, claim)).toBe(200);
      await testServer.context.db.updateTable('claims').set({ secret_key_id: null }).execute();
      expect(await getStatusCode(client, { ...claim, secret })).toBe(200);
      expect(await getStatusCode(client, claim)).toBe(404);
    });

    test('recognizes cards, networks and repeated requests of earlier versions', async () => {
      const { keys } = testServer.context;
      const [legacy] = keys.listHashes('card', '4276').slice(-1);
      expect(legacy).toBe(signWithDatabaseKey(testServer, 'card:4276').toString('base64url'));
      expect(keys.hash('card', '4276')).not.toBe(legacy);
    });
  });

  test('a quote that is further from the price than a jump is refused', async () => {
    const body = await client.buildClaim('LTC', 'BTC', { fromSumma: '1' });
    const [text = ''] = (body.quote ?? '').split('.');
    const payload = JSON.parse(Buffer.from(text, 'base64url').toString()) as string[];
    const sign = (course: number) => {
      const changed = [...payload.slice(0, 2), course.toFixed(10), ...payload.slice(3)];
      const signed = Buffer.from(JSON.stringify(changed)).toString('base64url');
      const signature = testServer.context.keys.sign('quote', signed).subarray(0, 16).toString('base64url');
      return {
        ...body,
        toSumma: (Math.floor(course * 1e8) / 1e8).toFixed(8),
        quote: `${signed}.${signature}`,
      };
    };
    const course = Number(payload[2]);
    for (const factor of [1.06, 0.94])
      expect((await client.postClaim(sign(course * factor))).status).toBe(409);
    for (const factor of [1.04, 0.96])
      expect((await client.postClaim(sign(course * factor))).status).toBe(201);
  });

  describe('after a rotation', () => {
    test('the previous key opens its claims, the new one signs', async () => {
      const body = await client.buildClaim('LTC', 'BTC');
      const old = await client.createClaim(await client.buildClaim('LTC', 'BTC'));
      const { client: newClient } = await startWithKeys(NEW_KEY, OLD_KEY);
      expect(await getStatusCode(newClient, old)).toBe(200);
      expect((await newClient.postStep(old.id, 'cancel', old.secret)).status).toBe(200);
      const created = await newClient.createClaim(await newClient.buildClaim('LTC', 'BTC'));
      expect(await getStatusCode(newClient, created)).toBe(200);
      // The amounts still fit the current course, which needs no quote.
      expect((await newClient.postClaim({ ...body, quote: 'e30.forged' })).status).toBe(201);
      const forgedSecret = testServer.context.keys.signWith(OLD_ID, 'claim-secret', created.id);
      expect(await getStatusCode(newClient, { ...created, secret: forgedSecret.toString('base64url') })).toBe(
        404,
      );
    });

    test('a quote of the previous key is refused', async () => {
      const body = await client.buildClaim('LTC', 'SBERRUB', { fromSumma: '2' });
      const [text = ''] = (body.quote ?? '').split('.');
      const payload = JSON.parse(Buffer.from(text, 'base64url').toString()) as string[];
      payload[2] = (Number(payload[2]) * 1.01).toFixed(6);
      const signed = Buffer.from(JSON.stringify(payload)).toString('base64url');
      const signature = testServer.context.keys.sign('quote', signed).subarray(0, 16).toString('base64url');
      const forged = {
        ...body,
        toSumma: (Math.floor(Number(payload[2]) * 200) / 100).toFixed(2),
        quote: `${signed}.${signature}`,
      };
      const { client: newClient } = await startWithKeys(NEW_KEY, OLD_KEY);
      expect((await newClient.postClaim(forged)).status).toBe(409);
      expect((await client.postClaim(forged)).status).toBe(201);
    });

    test('a repeated creation returns the claim with its old secret', async () => {
      const body = await client.buildClaim('LTC', 'BTC');
      const first = (await (await client.postClaim(body, { key: 'key-before-rotation' })).json()) as {
        id: string;
        secret: string;
      };
      const { client: newClient } = await startWithKeys(NEW_KEY, OLD_KEY);
      const again = await newClient.postClaim(body, { key: 'key-before-rotation' });
      expect(again.status).toBe(201);
      expect(await again.json()).toMatchObject({ id: first.id, secret: first.secret });
    });

    test('a process without the new key says 503 and not 404', async () => {
      const { client: newClient } = await startWithKeys(NEW_KEY, OLD_KEY);
      const created = await newClient.createClaim(await newClient.buildClaim('LTC', 'BTC'));
      const response = await client.fetchClaim(created.id, 'status', created.secret);
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('5');
    });
  });

  describe('a server', () => {
    test('does not start without a key that the database was used with', async () => {
      await expect(startWithKeys(NEW_KEY)).rejects.toThrow(
        `The database was used with the key ${OLD_ID}, which is neither ACCOUNT_KEY nor ACCOUNT_KEY_PREVIOUS`,
      );
      if (dialect === 'sqlite')
        await expect(startWithKeys(null)).rejects.toThrow(
          `the database was used with ${OLD_ID}: restore account.key in DATA_DIR from a backup`,
        );
    });

    test('starts without a retired key, whose claims show their status only', async () => {
      const claim = await client.createClaim(await client.buildClaim('LTC', 'BTC'));
      await startWithKeys(NEW_KEY, OLD_KEY);
      const rotated = { config: { ...testServer.config, accountKey: NEW_KEY } };
      expect(await runOperator(rotated, 'keys')).toMatchObject({
        code: 0,
        out: expect.stringMatching(new RegExp(`${OLD_ID}  not in this environment .* 1 +1 +0\\n`)) as string,
      });
      expect(await runOperator(rotated, 'keys', 'retire', OLD_ID)).toMatchObject({
        code: 1,
        err: `1 open claims need the key ${OLD_ID}. Wait until they end, or use --force.\n`,
      });
      expect(await runOperator(rotated, 'keys', 'retire', NEW_ID)).toMatchObject({ code: 1 });
      expect(await runOperator(rotated, 'keys', 'retire', 'unknown1')).toMatchObject({ code: 1 });
      expect((await client.postStep(claim.id, 'cancel', claim.secret)).status).toBe(200);
      expect(await runOperator(rotated, 'keys', 'retire', OLD_ID)).toMatchObject({ code: 0 });
      expect(await listOperatorChanges(testServer)).toContainEqual([
        'keys retire',
        OLD_ID,
        { openClaims: '0', sealedRows: '0' },
      ]);
      const { client: newClient } = await startWithKeys(NEW_KEY);
      for (const secret of [claim.secret, null]) {
        const status = await newClient.fetchClaim(claim.id, 'status', secret);
        expect([status.status, await status.json()]).toEqual([200, { status: 'cancelled' }]);
      }
      expect((await newClient.fetchClaim(claim.id, 'requisite', claim.secret)).status).toBe(404);
      expect(await runOperator(rotated, 'keys')).toMatchObject({
        out: expect.stringContaining('retired') as string,
      });
    });

    test('starts while another process writes, if its key is registered', async () => {
      await runInTransaction(testServer.context.db, async trx => {
        await trx.updateTable('account_keys').set({ created_at: 1n }).execute();
        await startWithKeys(OLD_KEY);
      });
    });

    test('does not start beside another one with another key, on a new database, too', async () => {
      await testServer.context.db.deleteFrom('account_keys').execute();
      const starts = await Promise.allSettled([startWithKeys(OLD_KEY), startWithKeys(NEW_KEY)]);
      expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(await testServer.context.db.selectFrom('account_keys').select('id').execute()).toHaveLength(1);
    });

    test('keeps the approval of a card that was used between rotation and retirement', async () => {
      const { db } = testServer.context;
      const verification = createVerificationClient(testServer);
      const claim = await verification.createClaim();
      const { id } = await verification.createPending(claim);
      await verification.decide(id, { approve: true });
      const { rotated } = await startWithKeys(NEW_KEY, OLD_KEY);
      expect(await isCardApproved(db, rotated.context.keys, TEST_CARD_NUMBER, testServer.now())).toBe(true);
      const later = createTestKeys(12);
      expect(later.currentId).toBe(NEW_ID);
      expect(await isCardApproved(db, later, TEST_CARD_NUMBER, testServer.now())).toBe(true);
    });

    test('an operator whose environment has no key retires none by mistake', async () => {
      const other = { config: { ...testServer.config, accountKey: randomBytes(32) } };
      const refusal = await runOperator(other, 'keys', 'retire', OLD_ID);
      expect(refusal.err).toContain('This environment has no key of the servers.');
    });

    test('an operator without the key changes nothing and creates none', async () => {
      if (dialect === 'sqlite') {
        const result = await runOperator({ config: { ...testServer.config, accountKey: null } }, 'claims');
        expect(result).toMatchObject({ code: 1, err: expect.stringContaining('account.key') as string });
      }
      const wrong = { config: { ...testServer.config, accountKey: randomBytes(32) } };
      expect(await runOperator(wrong, 'claims')).toMatchObject({ code: 1 });
      const rows = await testServer.context.db.selectFrom('account_keys').select('id').execute();
      expect(rows).toEqual([{ id: OLD_ID }]);
    });
  });
});
