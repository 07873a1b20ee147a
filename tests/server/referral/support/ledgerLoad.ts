import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { MAX_OPEN_WITHDRAWALS } from '#core/contract/account/withdrawals.ts';
import type { Db } from '#server/platform/database/schema.ts';

const WORKER = fileURLToPath(new URL('ledgerWorker.ts', import.meta.url));

/** How much is done with the ledgers of partners, and how often it is cut off. */
export interface LedgerLoad {
  /** Environment of the worker: its database. */
  env: NodeJS.ProcessEnv;
  operations: number;
  /** Operations at once. */
  concurrency: number;
  /** How often the worker is killed in between. */
  kills: number;
}

/** What the workers have acknowledged: the ids by the kind of operation, and the number of all operations. */
export interface LedgerOutcome {
  operations: number;
  acknowledged: Readonly<Record<'accrual' | 'reversal' | 'withdrawal' | 'decision', readonly string[]>>;
  failures: readonly string[];
}

/** Runs random accruals, reversals, withdrawals and decisions in processes that are killed with -9, one after another. */
export async function runLedgerLoad({
  env,
  operations,
  concurrency,
  kills,
}: LedgerLoad): Promise<LedgerOutcome> {
  const acknowledged = {
    accrual: [] as string[],
    reversal: [] as string[],
    withdrawal: [] as string[],
    decision: [] as string[],
  };
  const isKind = (kind: string): kind is keyof typeof acknowledged => kind in acknowledged;
  const failures: string[] = [];
  let count = 0;
  for (let round = 0; round <= kills; round++) {
    const due = Math.ceil((operations * (round + 1)) / (kills + 1));
    const worker = spawn(process.execPath, [WORKER, String(concurrency)], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exit = once(worker, 'exit');
    for await (const line of createInterface({ input: worker.stdout })) {
      const [kind = '', id = ''] = line.split(' ');
      if (kind === 'ready') continue;
      count++;
      if (kind === 'failure') failures.push(line);
      if (isKind(kind)) acknowledged[kind].push(id);
      if (count >= due) worker.kill('SIGKILL');
    }
    const [, signal] = (await exit) as [number | null, string | null];
    if (signal !== 'SIGKILL') failures.push(`the worker ended by itself in round ${round}`);
    if (failures.length > 0) break;
  }
  return { operations: count, acknowledged, failures };
}

/** Lists what is wrong with the ledgers after a load; empty if nothing is. */
export async function findLedgerProblems(
  db: Db,
  { acknowledged, failures }: LedgerOutcome,
): Promise<string[]> {
  const problems = [...failures];
  const balances = await db.selectFrom('partner_balances').selectAll().execute();
  const entries = await db.selectFrom('partner_entries').selectAll().orderBy('id').execute();
  const withdrawals = await db.selectFrom('partner_withdrawals').selectAll().execute();
  const sums = new Map<string, bigint>();
  for (const { id, partner_id, amount, kind } of entries) {
    const sum = (sums.get(partner_id) ?? 0n) + amount;
    sums.set(partner_id, sum);
    if (kind === 'withdrawal' && sum < 0n) problems.push(`withdrawal ${id} leaves ${sum}`);
  }
  for (const { partner_id, balance } of balances)
    if (balance !== (sums.get(partner_id) ?? 0n))
      problems.push(`${partner_id} has ${balance}, its ledger ${sums.get(partner_id)}`);
  const keys = new Set(
    entries.map(({ kind, claim_id, withdrawal_id }) => `${kind} ${claim_id ?? withdrawal_id}`),
  );
  if (keys.size !== entries.length) problems.push('a line is in the ledger twice');
  for (const kind of ['accrual', 'reversal', 'withdrawal'] as const)
    for (const id of new Set(acknowledged[kind]))
      if (!keys.has(`${kind} ${id}`)) problems.push(`${kind} ${id} was acknowledged and is lost`);
  for (const { id, status } of withdrawals) {
    if (!keys.has(`withdrawal ${id}`)) problems.push(`withdrawal ${id} has left no line`);
    if ((status === 2n) !== keys.has(`reversal ${id}`))
      problems.push(`withdrawal ${id} has status ${status}`);
  }
  const open = Map.groupBy(
    withdrawals.filter(({ status }) => status === 0n),
    ({ partner_id }) => partner_id,
  );
  for (const { length } of open.values())
    if (length > MAX_OPEN_WITHDRAWALS) problems.push(`a partner has ${length} open withdrawals`);
  const decided = new Set(withdrawals.filter(({ status }) => status !== 0n).map(({ id }) => id));
  for (const id of acknowledged.decision) if (!decided.has(id)) problems.push(`decision ${id} is lost`);
  const completed = await db
    .selectFrom('claims')
    .innerJoin('claim_referrals', 'claim_referrals.claim_id', 'claims.id')
    .select('claims.id')
    .where('claims.status', '=', 'completed')
    .execute();
  for (const { id } of completed)
    if (!keys.has(`accrual ${id}`)) problems.push(`claim ${id} was completed without an accrual`);
  return problems;
}
