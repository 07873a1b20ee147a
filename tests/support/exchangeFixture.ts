import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClaimReason, ClaimStatusCode } from '#core/claim/status.ts';
import { decimalToUnits } from '#core/exchange/amount.ts';
import { recordPayment } from '#server/exchange/claims/payment/recordPayment.ts';
import { transitionClaim } from '#server/exchange/claims/status/transitionClaim.ts';
import { parseConfig } from '#server/platform/config/config.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { bootstrapExchange } from '#server/bootstrap.ts';
import { createLogger } from '#server/platform/logger.ts';
import { decideVerification } from '#server/exchange/verification/decideVerification.ts';
import { createClaimClient } from '#tests/support/claimClient.ts';
import { createServerProcess } from '#tests/support/serverProcess.ts';
import { freezeCourse } from './frozenCourse.ts';
import { relaxedLimits } from './relaxedLimits.ts';
import { seedTestAddresses } from './seedTestAddresses.ts';

/** An isolated exchange. Tests can kill it, move its claims and change its courses, as an operator can. */
export interface ExchangeFixture {
  origin: string;
  /** Creates a claim as the form does and returns `uuid#secret`. `amount` defaults to the minimum amount. */
  createClaim: (from: string, to: string, amount?: string, card?: string) => Promise<string>;
  /** Moves a claim through these statuses. `reason` applies to the last one. */
  moveClaim: (claim: string, path: readonly ClaimStatusCode[], reason?: ClaimReason) => Promise<void>;
  /** Sets the remaining time to pay, in seconds. */
  setSecondsToPay: (claim: string, seconds: number) => Promise<void>;
  /** Shifts the claim's last status change into the past by this many seconds. */
  ageClaim: (claim: string, seconds: number) => Promise<void>;
  /** Records a payment for a claim, as an operator does. `amount` is decimal text in the send currency. */
  recordPayment: (claim: string, amount: string) => Promise<void>;
  /** Makes new claims in this currency pay to this address. */
  setPaymentAddress: (code: string, address: string) => Promise<void>;
  /** Approves a claim's card (null) or rejects it with this reason. */
  decideVerification: (claim: string, reason: string | null) => Promise<void>;
  /** Fixes the course of a pair permanently. */
  freezeCourse: (from: string, to: string, course: string | null) => Promise<void>;
  /** Saves an operator setting. */
  saveSetting: (name: string, value: unknown) => Promise<void>;
  /** Counts the claims created with this e-mail. */
  countClaims: (email: string) => Promise<number>;
  /** The link in the newest e-mail about a claim; null before it is written. */
  readClaimEmailLink: (claim: string) => string | null;
  /** The folder of the server's files. */
  dataDir: string;
  /** Runs `npm run operator -- …` and returns its output. */
  runOperator: (...args: string[]) => Promise<string>;
  kill: () => Promise<void>;
  start: () => Promise<void>;
  close: () => Promise<void>;
}

/** Starts an exchange on an empty data folder. Limits are disabled unless `env` sets them. */
export async function startExchangeFixture(env: Record<string, string> = {}): Promise<ExchangeFixture> {
  const dataDir = mkdtempSync(join(tmpdir(), 'razmen-own-'));
  const server = await createServerProcess({
    DATA_DIR: dataDir,
    OPERATOR: 'manual',
    RATE_DRIFT: 'off',
    LOG_LEVEL: 'warn',
    ...relaxedLimits,
    ...env,
  });
  await seedTestAddresses(dataDir);
  await server.start();
  // Opens the same database beside the server, as the operator's command line does.
  const settings = parseConfig({ DATA_DIR: dataDir, RATE_DRIFT: 'off', ...env });
  const { context, close } = await bootstrapExchange(settings, createLogger('silent'), Date.now, {
    createIfMissing: false,
    allowMissing: false,
  });
  const { db } = context;
  const client = createClaimClient((path, init) => fetch(server.origin + path, init));

  async function findCurrencyId(code: string): Promise<bigint> {
    const row = await db.selectFrom('currencies').select('id').where('code', '=', code).executeTakeFirst();
    if (!row) throw new Error(`no currency ${code}`);
    return row.id;
  }

  return {
    origin: server.origin,
    dataDir,
    async createClaim(from, to, fromSumma, card) {
      const made = await client.createClaim(
        await client.buildClaim(from, to, { ...(fromSumma && { fromSumma }), ...(card && { card }) }),
      );
      return `${made.id}#${made.secret}`;
    },
    async moveClaim(claim, path, reason) {
      const [uuid = ''] = claim.split('#');
      for (const to of path) {
        const last = to === path.at(-1);
        await runInTransaction(db, trx =>
          transitionClaim(context, trx, {
            id: uuid,
            to,
            reason: (last && reason) || null,
            actor: 'operator',
            now: Date.now(),
          }),
        );
      }
    },
    async setSecondsToPay(claim, seconds) {
      const deadline = BigInt(Date.now() + seconds * 1000);
      await db.updateTable('claims').set({ deadline }).where('id', '=', claim.replace(/#.*/, '')).execute();
    },
    async ageClaim(claim, seconds) {
      await db
        .updateTable('claims')
        .set(row => ({ updated_at: row('updated_at', '-', BigInt(seconds * 1000)) }))
        .where('id', '=', claim.replace(/#.*/, ''))
        .execute();
    },
    async recordPayment(claim, text) {
      const [uuid = ''] = claim.split('#');
      const { decimals } = await db
        .selectFrom('claims')
        .innerJoin('currencies', 'currencies.id', 'claims.from_id')
        .select('currencies.decimals')
        .where('claims.id', '=', uuid)
        .executeTakeFirstOrThrow();
      const amount = decimalToUnits(text, Number(decimals));
      const money = { amount, reference: randomUUID(), receivedAt: Date.now(), actor: 'operator' as const };
      await runInTransaction(db, trx => recordPayment(context, trx, { id: uuid }, money));
    },
    async setPaymentAddress(code, address) {
      await db
        .updateTable('payment_requisites')
        .set({ value: address })
        .where('currency_id', '=', await findCurrencyId(code))
        .execute();
    },
    async decideVerification(claim, reason) {
      const [uuid = ''] = claim.split('#');
      const { id } = await db
        .selectFrom('verifications')
        .select('id')
        .where('claim_id', '=', uuid)
        .orderBy('created_at', 'desc')
        .executeTakeFirstOrThrow();
      const decision = reason === null ? ({ approve: true } as const) : ({ approve: false, reason } as const);
      await runInTransaction(db, trx => decideVerification(context, trx, id, decision, Date.now()));
    },
    freezeCourse: (from, to, course) => freezeCourse({ context }, from, to, course),
    async saveSetting(name, value) {
      const row = { name, value: JSON.stringify(value) };
      await db
        .insertInto('settings')
        .values(row)
        .onConflict(conflict => conflict.column('name').doUpdateSet(row))
        .execute();
    },
    async countClaims(email) {
      const rows = await db.selectFrom('claims').select('id').where('email', '=', email).execute();
      return rows.length;
    },
    readClaimEmailLink(claim) {
      const folder = join(dataDir, 'mail');
      const [uuid = ''] = claim.split('#');
      const names = existsSync(folder) ? readdirSync(folder).filter(name => name.startsWith(uuid)) : [];
      const newest = names.toSorted().at(-1);
      if (newest === undefined) return null;
      const [, base64 = ''] = readFileSync(join(folder, newest), 'latin1').split('\r\n\r\n');
      return (
        new RegExp(`http\\S+/claim/${uuid}#\\S+`).exec(Buffer.from(base64, 'base64').toString())?.[0] ?? null
      );
    },
    runOperator: server.runOperator,
    kill: server.kill,
    start: server.start,
    async close() {
      await close();
      await server.kill();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
