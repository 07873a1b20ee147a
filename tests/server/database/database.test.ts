import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it, test } from 'vitest';
import { CLAIM_REASONS, CLAIM_STATUSES } from '#core/claim/status.ts';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { StartError } from '#server/platform/startError.ts';
import { bootstrapExchange } from '#server/bootstrap.ts';
import { createLogger } from '#server/platform/logger.ts';
import { createClaimRow } from '../support/claimRow.ts';
import { forEachDatabase } from '../../support/testServer.ts';

forEachDatabase((startServer, dialect) => {
  describe('the database', () => {
    it('stores int64 exactly', async () => {
      const { db } = (await startServer({ SEED: 'empty' })).context;
      const amount = 9_223_372_036_854_775_807n;
      await db.insertInto('reserves').values({ currency_id: 1n, amount, held: 0n, updated_at: 1n }).execute();
      const [read] = await db.selectFrom('reserves').selectAll().execute();
      expect(read).toMatchObject({ currency_id: 1n, amount, held: 0n, updated_at: 1n });
    });

    it('commits a transaction and rolls back a failed one', async () => {
      const { db } = (await startServer({ SEED: 'empty' })).context;
      const insertSetting = (name: string, fail: boolean) =>
        runInTransaction(db, async trx => {
          await trx.insertInto('settings').values({ name, value: '1' }).execute();
          if (fail) throw new Error('no');
          return name;
        });
      await expect(insertSetting('kept', false)).resolves.toBe('kept');
      await expect(insertSetting('lost', true)).rejects.toThrow('no');
      const names = await db.selectFrom('settings').select('name').execute();
      expect(names.map(one => one.name).sort()).toEqual(['kept', 'secret']);
    });

    it('runs transactions with the same lock one after another', async () => {
      const { context, config } = await startServer({ SEED: 'empty' });
      const second = await openDatabase(config);
      await context.db.insertInto('settings').values({ name: 'sum', value: '0' }).execute();
      const add = (db: Database['db']) =>
        runInTransaction(
          db,
          async trx => {
            const { value } = await trx
              .selectFrom('settings')
              .select('value')
              .where('name', '=', 'sum')
              .executeTakeFirstOrThrow();
            await new Promise(resolve => setTimeout(resolve, 1));
            await trx
              .updateTable('settings')
              .set({ value: String(Number(value) + 1) })
              .where('name', '=', 'sum')
              .execute();
          },
          ['the sum'],
        );
      // A second SQLite connection in this process would block its only thread while waiting.
      const others = dialect === 'postgres' ? second.db : context.db;
      await Promise.all(Array.from({ length: 40 }, (_, n) => add(n % 2 ? context.db : others)));
      const read = second.db.selectFrom('settings').select('value').where('name', '=', 'sum');
      expect(await read.executeTakeFirst()).toEqual({ value: '40' });
      await second.close();
    });

    it('reads committed data while a transaction is open', async () => {
      const { db } = (await startServer({ SEED: 'empty' })).context;
      const count = async () => (await db.selectFrom('promocodes').selectAll().execute()).length;
      const before = await count();
      await runInTransaction(db, async trx => {
        await trx
          .insertInto('promocodes')
          .values({ code: 'NEW', percent: '10', single_use: 0n, used: 0n, active: 1n, valid_until: null })
          .execute();
        expect(await count()).toBe(before);
      });
      expect(await count()).toBe(before + 1);
    });

    it.each([
      ['a reserve below zero', { amount: -1n, held: 0n }],
      ['more held than the reserve', { amount: 5n, held: 6n }],
      ['a held amount below zero', { amount: 5n, held: -1n }],
    ])('refuses %s', async (_, amounts) => {
      const { db } = (await startServer({ SEED: 'empty' })).context;
      const values = { currency_id: 1n, updated_at: 1n, ...amounts };
      await expect(db.insertInto('reserves').values(values).execute()).rejects.toThrow();
    });

    it('accepts exactly the known statuses and reasons', async () => {
      const { db } = (await startServer({ SEED: 'empty' })).context;
      const insertClaim = (more: object) =>
        db
          .insertInto('claims')
          .values({ ...createClaimRow(), ...more })
          .execute();
      for (const status of CLAIM_STATUSES) await insertClaim({ status });
      for (const reason of CLAIM_REASONS) await insertClaim({ reason });
      await expect(insertClaim({ status: 'lost' })).rejects.toThrow();
      await expect(insertClaim({ reason: 'mood' })).rejects.toThrow();
      await expect(insertClaim({ from_amount: 0n })).rejects.toThrow();
      await expect(insertClaim({ to_id: 1n, from_id: 1n })).rejects.toThrow();
    });

    it.each(['reserve_entries', 'claim_events'] as const)('keeps %s append-only', async table => {
      const { db } = (await startServer({ SEED: 'empty' })).context;
      const claim = createClaimRow();
      await db.insertInto('claims').values(claim).execute();
      const { id: claim_id } = claim;
      const event = {
        from_status: null,
        to_status: 'new',
        reason: null,
        actor: 'client',
        note: null,
      } as const;
      await db
        .insertInto('claim_events')
        .values({ claim_id, ...event, at: 1n })
        .execute();
      const change = { amount_change: 5n, held_change: 0n, kind: 'seed' } as const;
      await db
        .insertInto('reserve_entries')
        .values({ currency_id: 1n, claim_id, ...change, at: 1n })
        .execute();
      await expect(db.updateTable(table).set({ at: 2n }).execute()).rejects.toThrow('append-only');
      await expect(db.deleteFrom(table).execute()).rejects.toThrow('append-only');
      expect(await db.selectFrom(table).selectAll().execute()).toHaveLength(1);
    });

    it('refuses a schema of a newer version in one line', async () => {
      const { context, config } = await startServer({ SEED: 'empty' });
      await sql`insert into kysely_migration (name, timestamp) values ('999-tomorrow', '2030-01-01T00:00:00.000Z')`.execute(
        context.db,
      );
      const refusal = await openDatabase(config).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(StartError);
      expect((refusal as Error).message).toMatch(/^[^\n]*newer version[^\n]*999-tomorrow[^\n]*$/);
    });

    // On SQLite a data folder belongs to one server.
    if (dialect === 'sqlite') return;
    it('is initialized once by servers that start at the same time', async () => {
      const { config, context } = await startServer({ SEED: 'empty' });
      const { name, url } = await createSiblingSchema(config.databaseUrl ?? '');
      const settings = { ...config, databaseUrl: url, seed: 'start' } as const;
      const opened = await Promise.all(
        [1, 2, 3].map(() => bootstrapExchange(settings, createLogger('silent'))),
      );
      const keys = opened.map(({ context }) => Buffer.from(context.keys.numberingKey).toString('hex'));
      expect(new Set(keys).size).toBe(1);
      expect(new Set(opened.map(({ context }) => context.keys.currentId)).size).toBe(1);
      const { db } = opened[0]?.context ?? expect.fail();
      const seeds = await db
        .selectFrom('reserve_entries')
        .select('currency_id')
        .where('kind', '=', 'seed')
        .orderBy('currency_id')
        .execute();
      const reserves = await db.selectFrom('reserves').select('currency_id').orderBy('currency_id').execute();
      expect(reserves.length).toBeGreaterThan(0);
      expect(seeds).toEqual(reserves);
      for (const one of opened) await one.close();
      await sql`drop schema ${sql.id(name)} cascade`.execute(context.db);
    });

    it('refuses a schema with tables of another program in one line', async () => {
      const { config, context } = await startServer({ SEED: 'empty' });
      const { name, url } = await createSiblingSchema(config.databaseUrl ?? '');
      await sql`create table ${sql.id(name, 'claims')} (id int)`.execute(context.db);
      const refusal = await openDatabase({ ...config, databaseUrl: url }).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(StartError);
      expect((refusal as Error).message).toMatch(/^[^\n]*belongs to another program[^\n]*claims[^\n]*$/);
      await sql`drop schema ${sql.id(name)} cascade`.execute(context.db);
    });
  });
});

/** Creates an empty schema beside the test server's own. */
async function createSiblingSchema(url: string): Promise<{ name: string; url: string }> {
  const siblingUrl = new URL(url);
  const options = siblingUrl.searchParams.get('options') ?? '';
  const name = `${/search_path=(\w+)/.exec(options)?.[1]}_b`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create schema ${name}`);
  await client.end();
  siblingUrl.searchParams.set('options', `-c search_path=${name}`);
  return { name, url: siblingUrl.href };
}

describe('a PostgreSQL address', () => {
  test.each([
    ['with a closed port', 'postgres://user:hunter2@127.0.0.1:1/exchange', 'the connection is refused'],
    ['with an unknown host', 'postgres://user:hunter2@no-such-host.invalid/exchange', 'the host is unknown'],
  ])('%s is refused in one line without the password', async (_, databaseUrl, reason) => {
    const refusal = await openDatabase({ dataDir: '', databaseUrl }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartError);
    const { message } = refusal as Error;
    expect(message).toContain(reason);
    expect(message).not.toMatch(/hunter2|\n/);
  });
});
