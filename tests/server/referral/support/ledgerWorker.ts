import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { insertRequisite } from '#server/accounts/requisites/changeRequisite.ts';
import { bootstrapExchange } from '#server/bootstrap.ts';
import { holdReserve, setReserve } from '#server/exchange/catalogue/reserveLedger.ts';
import { transitionClaim } from '#server/exchange/claims/status/transitionClaim.ts';
import { parseConfig } from '#server/platform/config/config.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { onRefusal } from '#server/platform/http/problem.ts';
import { createLogger } from '#server/platform/logger.ts';
import { reverseAccrual } from '#server/partners/ledger/accrueClaim.ts';
import { ensurePartner } from '#server/partners/referral/partners.ts';
import { beginWithdrawal, decideWithdrawal } from '#server/partners/withdrawals/decideWithdrawal.ts';
import { requestWithdrawal } from '#server/partners/withdrawals/requestWithdrawal.ts';
import { buildLedgerClaim } from './ledgerClaim.ts';
import { tryChange } from '../../support/tryChange.ts';

// A process of its own, so that it can be killed: works on the ledgers of some partners until then, with many operations
// at once. It prints a line for each one that it knows to be on disk.

const PARTNER_COUNT = 5;
const HASH = 'doX8DXY4IDeP8OxaJBS84W_-_h2oP0rW4k03yNHTfEE';
const DEVICE = { device: 'Test', network: '' };

interface LedgerPartner {
  id: string;
  userId: string;
  requisite: string;
  code: string;
}

const { context } = await bootstrapExchange(parseConfig(process.env), createLogger('silent'));
const partners = await loadPartners();
process.stdout.write('ready\n');
await Promise.all(
  Array.from({ length: Number(process.argv[2]) }, async () => {
    for (;;) {
      const partner = pick(partners);
      const line = await runOperation(partner);
      process.stdout.write(`${line}\n`);
      // Lets the others run where the database answers at once.
      await delay(0);
    }
  }),
);

/** Runs a random operation. Returns what has become of it: its kind, and the id of what is on disk. */
async function runOperation(partner: LedgerPartner): Promise<string> {
  const chance = randomInt(100);
  if (chance < 60) return accrue(partner);
  if (chance < 75) return reverse(partner);
  return chance < 90 ? withdraw(partner) : decide(partner);
}

async function accrue({ id: partner_id, code }: LedgerPartner): Promise<string> {
  const { db } = context;
  const claim = buildLedgerClaim(context, BigInt(randomInt(1_000, 100_000)));
  await db.transaction().execute(async trx => {
    await trx
      .insertInto('claims')
      .values({ ...claim, refferal: code })
      .execute();
    const hold = { currencyId: claim.to_id, claimId: claim.id, amount: claim.to_amount, at: context.now() };
    if (!(await holdReserve(trx, hold))) throw new Error('The reserve is too small');
    await trx
      .insertInto('claim_referrals')
      .values({
        claim_id: claim.id,
        partner_id,
        code,
        sub: '',
        host: '',
        utm: null,
        requisite_hashes: null,
        created_at: claim.created_at,
      })
      .execute();
  });
  const change = { id: claim.id, to: 'completed', actor: 'operator', now: context.now() } as const;
  // Twice at once: one of them accrues.
  const results = await Promise.all(
    [change, change].map(one => tryChange(db, trx => transitionClaim(context, trx, one))),
  );
  return results.filter(({ ok }) => ok).length === 1 ? `accrual ${claim.id}` : 'failure accrual';
}

async function reverse({ id }: LedgerPartner): Promise<string> {
  const found = await context.db
    .selectFrom('partner_entries')
    .select('claim_id')
    .where('partner_id', '=', id)
    .where('kind', '=', 'accrual')
    .orderBy('id', 'desc')
    .offset(randomInt(20))
    .limit(1)
    .executeTakeFirst();
  if (!found?.claim_id) return 'nothing';
  const claimId = found.claim_id;
  const reversal = await runInTransaction(context.db, trx =>
    reverseAccrual(trx, claimId, { reason: 'test', now: context.now() }),
  );
  return reversal ? `reversal ${claimId}` : 'nothing';
}

async function withdraw({ userId, requisite }: LedgerPartner): Promise<string> {
  const key = randomUUID();
  const request = {
    userId,
    body: { requisite, summa: `${randomInt(1, 6)}.5` },
    key,
    device: DEVICE,
  };
  // The same request twice at once: both get the same answer.
  const results = await Promise.all(
    [request, request].map(one => requestWithdrawal(context, one).catch(onRefusal(() => null))),
  );
  const ids = new Set(results.map(created => created?.id ?? null));
  if (ids.size > 1 && !ids.has(null)) return 'failure withdrawal';
  const [id] = [...ids].filter(found => found !== null);
  return id === undefined ? 'nothing' : `withdrawal ${id}`;
}

async function decide({ id }: LedgerPartner): Promise<string> {
  const open = await context.db
    .selectFrom('partner_withdrawals')
    .select('id')
    .where('partner_id', '=', id)
    .where('status', '=', 0n)
    .executeTakeFirst();
  if (!open) return 'nothing';
  const facts = { device: DEVICE, now: context.now() };
  const isPaid = randomInt(2) === 0;
  if (isPaid)
    await runInTransaction(context.db, trx => beginWithdrawal(trx, open.id, facts.now)).catch(
      onRefusal(() => null),
    );
  const decided = await runInTransaction(context.db, trx =>
    decideWithdrawal(
      trx,
      open.id,
      isPaid
        ? { ...facts, status: 'paid', reference: 'test' }
        : { ...facts, status: 'cancelled', reason: 'test' },
    ),
  ).catch(onRefusal(() => null));
  return decided ? `decision ${open.id}` : 'nothing';
}

/** Loads the partners; creates them at the first start, in one transaction. */
async function loadPartners(): Promise<LedgerPartner[]> {
  const { db } = context;
  const select = () =>
    db
      .selectFrom('partners')
      .innerJoin('saved_requisites', 'saved_requisites.user_id', 'partners.user_id')
      .innerJoin('referral_codes', 'referral_codes.partner_id', 'partners.id')
      .select(['partners.id', 'partners.user_id', 'referral_codes.code'])
      .select('saved_requisites.id as requisite')
      .execute();
  const known = await select();
  if (known.length === 0) await createPartners(context);
  return (await select()).map(({ user_id, ...row }) => ({ ...row, userId: user_id ?? '' }));
}

async function createPartners({ catalogue, db, keys, now }: ServerContext): Promise<void> {
  const at = BigInt(now());
  const currency = catalogue.findCurrencyByCode('USDTTRC20');
  if (!currency) throw new Error('There is no USDTTRC20');
  for (const [name, value] of [
    ['referral_hold_hours', '0'],
    ['referral_minimum', '1'],
  ] as const)
    await db
      .insertInto('settings')
      .values({ name, value: JSON.stringify(value) })
      .execute();
  await catalogue.reload();
  const received = BigInt(catalogue.findCurrencyByCode('LTC')?.id ?? 0);
  await setReserve(db, { currencyId: received, amount: 10n ** 17n, at: now() });
  await db
    .insertInto('withdrawal_methods')
    .values({ currency_id: BigInt(currency.id), fee: 0n, closed: null })
    .execute();
  for (let index = 0; index < PARTNER_COUNT; index++) {
    const id = randomUUID();
    const user = {
      id,
      email: `partner${index}@example.com`,
      password_hash: null,
      consent_at: at,
      consent_text_hash: HASH,
      consent_address_hash: HASH,
      notify_claims: 1n,
      notify_news: 0n,
      created_at: at,
      last_login_at: null,
      blocked_at: null,
      passkey_count: 0n,
    };
    await db.insertInto('users').values(user).execute();
    await ensurePartner(db, id, now());
    const values = { account: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' };
    await runInTransaction(db, trx =>
      insertRequisite({ keys }, trx, { user, requisite: { currency, values }, device: DEVICE, at }),
    );
  }
  await db.updateTable('saved_requisites').set({ payout_from: 0n }).execute();
}

function pick<T>(list: readonly T[]): T {
  const found = list[randomInt(list.length)];
  if (found === undefined) throw new Error('The list is empty');
  return found;
}
