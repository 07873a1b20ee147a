import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Reason, Status } from '#core/claim/status.ts';
import { transition } from '#server/claims/transition.ts';
import { inTransaction, open as openDatabase } from '#server/database/database.ts';
import { applicant } from '#tests/server/applicant.ts';
import { spawned } from '#tests/server/spawned.ts';

/** An exchange of a test's own: it can be killed, its claims moved on and its courses changed, as by an operator. */
export interface Own {
  origin: string;
  /** A claim as the form makes it, of the least sum unless another is given; `uuid#secret`. */
  claim: (from: string, to: string, sum?: string) => Promise<string>;
  /** Moves a claim along these statuses of the table; the last has the reason. */
  move: (claim: string, path: readonly Status[], reason?: Reason) => Promise<void>;
  /** Leaves this many seconds to pay. */
  hurry: (claim: string, seconds: number) => Promise<void>;
  /** Holds the course of a pair, for good. */
  freeze: (from: string, to: string, course: string) => Promise<void>;
  /** How many claims have been made with this e-mail. */
  made: (email: string) => Promise<number>;
  kill: () => Promise<void>;
  start: () => Promise<void>;
  close: () => Promise<void>;
}

/** Starts it on an empty data folder, without limits but those given. */
export async function open(env: Record<string, string> = {}): Promise<Own> {
  const dataDir = mkdtempSync(join(tmpdir(), 'razmen-own-'));
  const server = await spawned({
    DATA_DIR: dataDir,
    OPERATOR: 'manual',
    RATE_DRIFT: 'off',
    LOG_LEVEL: 'warn',
    LIMIT_CALCULATOR_PER_MINUTE: '100000',
    LIMIT_CALCULATOR_BURST: '100000',
    LIMIT_CLAIMS_PER_HOUR: '100000',
    LIMIT_OPEN_CLAIMS_PER_ADDRESS: '100000',
    LIMIT_OPEN_CLAIMS_PER_EMAIL: '100000',
    ...env,
  });
  await server.start();
  const { db, close } = await openDatabase({ dataDir, databaseUrl: null });
  const person = applicant((path, init) => fetch(server.origin + path, init));

  async function id(code: string): Promise<bigint> {
    const row = await db.selectFrom('currencies').select('id').where('code', '=', code).executeTakeFirst();
    if (!row) throw new Error(`no currency ${code}`);
    return row.id;
  }

  return {
    origin: server.origin,
    async claim(from, to, fromSumma) {
      const made = await person.create(
        await person.body(from, to, fromSumma === undefined ? {} : { fromSumma }),
      );
      return `${made.id}#${made.secret}`;
    },
    async move(claim, path, reason) {
      const [uuid = ''] = claim.split('#');
      for (const to of path) {
        const last = to === path.at(-1);
        const moved = await inTransaction(db, trx =>
          transition(trx, {
            id: uuid,
            to,
            reason: (last && reason) || null,
            actor: 'operator',
            now: Date.now(),
          }),
        );
        if (!moved.ok) throw new Error(`${uuid} cannot become ${to}: ${moved.code}`);
      }
    },
    async hurry(claim, seconds) {
      const deadline = BigInt(Date.now() + seconds * 1000);
      await db.updateTable('claims').set({ deadline }).where('id', '=', claim.replace(/#.*/, '')).execute();
    },
    async freeze(from, to, course) {
      const [from_id, to_id] = [await id(from), await id(to)];
      const free = { margin: null, discount: null, max: null, closed: null };
      await db
        .insertInto('pairs')
        .values({ ...free, from_id, to_id, frozen_course: course })
        .onConflict(conflict => conflict.columns(['from_id', 'to_id']).doUpdateSet({ frozen_course: course }))
        .execute();
    },
    async made(email) {
      const rows = await db.selectFrom('claims').select('id').where('email', '=', email).execute();
      return rows.length;
    },
    kill: server.kill,
    start: server.start,
    async close() {
      await close();
      await server.kill();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
