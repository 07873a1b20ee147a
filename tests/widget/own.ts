import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Reason, Status } from '#core/claim/status.ts';
import { fromText } from '#core/exchange/amount.ts';
import { received } from '#server/claims/money.ts';
import { transition } from '#server/claims/transition.ts';
import * as config from '#server/config.ts';
import { inTransaction } from '#server/database/database.ts';
import * as exchange from '#server/exchange.ts';
import { open as openLog } from '#server/log.ts';
import { decide } from '#server/verification/decide.ts';
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
  /** As if this many seconds had passed since the claim moved last. */
  age: (claim: string, seconds: number) => Promise<void>;
  /** Money comes in for a claim, decimal text in units of its send side, as an operator notes it. */
  pay: (claim: string, sum: string) => Promise<void>;
  /** An operator approves the card of a claim (null), or refuses it with this sentence. */
  decide: (claim: string, reason: string | null) => Promise<void>;
  /** Holds the course of a pair, for good. */
  freeze: (from: string, to: string, course: string) => Promise<void>;
  /** Changes one of the settings that operators keep. */
  setting: (name: string, value: unknown) => Promise<void>;
  /** How many claims have been made with this e-mail. */
  made: (email: string) => Promise<number>;
  /** `npm run operator -- …`: what it printed. */
  operate: (...args: string[]) => Promise<string>;
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
  // Beside the server, as the operator's command line is.
  const settings = config.read({ DATA_DIR: dataDir, RATE_DRIFT: 'off', ...env });
  const { context, close } = await exchange.open(settings, openLog('silent'), Date.now, false);
  const { db } = context;
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
    async age(claim, seconds) {
      await db
        .updateTable('claims')
        .set(row => ({ updated_at: row('updated_at', '-', BigInt(seconds * 1000)) }))
        .where('id', '=', claim.replace(/#.*/, ''))
        .execute();
    },
    async pay(claim, sum) {
      const [uuid = ''] = claim.split('#');
      const { decimals } = await db
        .selectFrom('claims')
        .innerJoin('currencies', 'currencies.id', 'claims.from_id')
        .select('currencies.decimals')
        .where('claims.id', '=', uuid)
        .executeTakeFirstOrThrow();
      const amount = fromText(sum, Number(decimals));
      const money = { amount, at: Date.now(), actor: 'operator' as const };
      const moved = await inTransaction(db, trx => received(trx, { id: uuid }, money));
      if (!moved.ok) throw new Error(`${uuid} takes no money: ${moved.code}`);
    },
    async decide(claim, reason) {
      const [uuid = ''] = claim.split('#');
      const { id } = await db
        .selectFrom('verifications')
        .select('id')
        .where('claim_id', '=', uuid)
        .orderBy('created_at', 'desc')
        .executeTakeFirstOrThrow();
      const decision = reason === null ? ({ approve: true } as const) : ({ approve: false, reason } as const);
      const decided = await inTransaction(db, trx => decide(context, trx, id, decision, Date.now()));
      if (!decided.ok) throw new Error(`the card of ${uuid} is not decided on: ${decided.code}`);
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
    async setting(name, value) {
      const row = { name, value: JSON.stringify(value) };
      await db
        .insertInto('settings')
        .values(row)
        .onConflict(conflict => conflict.column('name').doUpdateSet(row))
        .execute();
    },
    async made(email) {
      const rows = await db.selectFrom('claims').select('id').where('email', '=', email).execute();
      return rows.length;
    },
    operate: server.operate,
    kill: server.kill,
    start: server.start,
    async close() {
      await close();
      await server.kill();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
