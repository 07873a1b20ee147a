import { CLAIM_STATUSES, isClosedStatus, type ClaimStatusCode } from '#core/claim/status.ts';
import type { StaffRight, StaffRole } from '#core/contract/operator/staff.ts';
import type { Today, WaitingGroup, WaitingKind, WaitingRow } from '#core/contract/operator/today/today.ts';
import { unitsToDecimal } from '#core/exchange/amount.ts';
import { getReceivedTotal } from '#server/exchange/claims/payment/receivedTotal.ts';
import { getUnsettledAmount, hasUnsettledMoney } from '#server/exchange/catalogue/reserveLedger.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { formatInstant, formatInstantOrNull } from '#server/platform/formatInstant.ts';
import { listReserves } from '../catalogue/reserveList.ts';
import { findHolders } from '../claims/claimHolder.ts';
import { selectClaimsWithCurrencies } from '../claims/findClaim.ts';
import { getDomain, selectEmailColumns, selectUndeliveredEmails } from '../emails/undeliveredEmails.ts';
import { hasRight } from '../staff/roles.ts';
import { EMPTY_ROW, findTransfers, listSilentNodes } from './observedWork.ts';
import { listSilentSources } from './silentSources.ts';

/** Rows that a group shows. */
const MAX_ROWS = 5;

/** Statuses of claims that wait for a person, by what that person does. */
const CLAIM_GROUPS: Readonly<Partial<Record<WaitingKind, readonly ClaimStatusCode[]>>> = {
  payments: ['claimed', 'confirming', 'aml'],
  payouts: ['paid', 'payout', 'payout_error'],
  refunds: ['refunding'],
  holds: ['hold'],
  requisites: ['requisites'],
};

const OPEN_STATUSES = CLAIM_STATUSES.filter(status => !isClosedStatus(status));

/** The right that deals with each kind. */
const KIND_RIGHTS: Readonly<Record<WaitingKind, StaffRight>> = {
  payments: 'payments',
  payouts: 'payouts',
  refunds: 'refunds',
  verifications: 'verifications',
  holds: 'payments',
  requisites: 'payments',
  withdrawals: 'payouts',
  unsettled: 'refunds',
  undelivered_emails: 'undelivered_emails',
  prices: 'courses',
  reserves: 'reserves',
  transfers: 'payments',
  nodes: 'payments',
};

type Found = Pick<WaitingGroup, 'count' | 'rows'>;

/** Lists what waits for staff; the groups that the role can deal with come first. */
export async function listWaitingWork(
  context: ServerContext,
  { role, userId }: { role: StaffRole; userId: string },
): Promise<Today> {
  const { db, now } = context;
  const found: [WaitingKind, Found][] = [];
  for (const [kind, statuses] of Object.entries(CLAIM_GROUPS) as [WaitingKind, ClaimStatusCode[]][])
    found.push([kind, await findClaims(db, userId, statuses, kind)]);
  found.push(
    ['verifications', await findVerifications(db)],
    ['withdrawals', await findWithdrawals(db)],
    ['unsettled', await findClaims(db, userId, OPEN_STATUSES, 'unsettled')],
    ['undelivered_emails', await findUndeliveredEmails(db, now())],
    ['prices', limitRows(listSilentSources(context), row => row)],
    ['reserves', await findSmallReserves(db)],
    ['transfers', await findTransfers(db, MAX_ROWS)],
    ['nodes', limitRows(await listSilentNodes(context), row => row)],
  );
  const groups = found
    .filter(([, { count }]) => count > 0)
    .map(([kind, group]): WaitingGroup => {
      const right = KIND_RIGHTS[kind];
      return { kind, right, oldest: group.rows[0]?.since ?? null, ...group };
    });
  const own = groups.filter(({ right }) => hasRight(role, right));
  const others = groups.filter(({ right }) => !hasRight(role, right));
  return { now: formatInstant(BigInt(now())), groups: [...own, ...others] };
}

/**
 * Claims with one of the statuses, or, if `unsettled`, with another one, those that changed longest ago first, each with
 * what is paid in, or out, or to be returned.
 */
async function findClaims(
  db: Db,
  userId: string,
  statuses: readonly ClaimStatusCode[],
  kind: WaitingKind,
): Promise<Found> {
  const isUnsettled = kind === 'unsettled';
  // SQLite would read all closed claims by the index of the status, and not the few with money.
  const operator = isUnsettled ? 'not in' : 'in';
  const { count } = await db
    .selectFrom('claims')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('claims.status', operator, statuses)
    .$if(isUnsettled, query => query.where(hasUnsettledMoney))
    .executeTakeFirstOrThrow();
  const rows = await selectClaimsWithCurrencies(db)
    .where('claims.status', operator, statuses)
    .$if(isUnsettled, query => query.where(hasUnsettledMoney))
    .orderBy('claims.updated_at')
    .orderBy('claims.number')
    .limit(MAX_ROWS)
    .execute();
  const holders = await findHolders(
    db,
    rows.map(({ id }) => id),
    userId,
  );
  /** What is to be sent back, by claim. */
  const returned = new Map<string, bigint | null>();
  if (isUnsettled || kind === 'refunds')
    for (const row of rows)
      returned.set(row.id, await (isUnsettled ? getUnsettledAmount(db, row) : getReceivedTotal(db, row.id)));
  return {
    count: Number(count),
    rows: rows.map(row => ({
      id: row.id,
      target: 'claim',
      title: row.public_number,
      state: row.reason ?? row.status,
      ...(kind === 'payouts'
        ? { amount: unitsToDecimal(row.to_amount, Number(row.to_decimals)), currency: row.to_code }
        : {
            amount: unitsToDecimal(returned.get(row.id) ?? row.from_amount, Number(row.from_decimals)),
            currency: row.from_code,
          }),
      since: formatInstant(row.updated_at),
      takenBy: holders.get(row.id)?.name ?? null,
    })),
  };
}

async function findVerifications(db: Db): Promise<Found> {
  const rows = await db
    .selectFrom('verifications')
    .select(['id', 'bin', 'last4', 'updated_at'])
    .where('status', '=', 'pending')
    .orderBy('updated_at')
    .execute();
  return limitRows(rows, ({ id, bin, last4, updated_at }) => ({
    ...EMPTY_ROW,
    id,
    target: 'verification',
    title: `${bin} … ${last4}`,
    since: formatInstant(updated_at),
  }));
}

async function findWithdrawals(db: Db): Promise<Found> {
  const rows = await db
    .selectFrom('partner_withdrawals')
    .innerJoin('currencies', 'currencies.id', 'partner_withdrawals.currency_id')
    .select(['partner_withdrawals.id', 'partner_withdrawals.payout', 'partner_withdrawals.masked'])
    .select(['partner_withdrawals.created_at', 'currencies.code', 'currencies.decimals'])
    .where('partner_withdrawals.status', '=', 0n)
    .orderBy('partner_withdrawals.created_at')
    .execute();
  return limitRows(rows, row => ({
    ...EMPTY_ROW,
    id: row.id,
    target: 'withdrawal',
    title: row.masked,
    amount: unitsToDecimal(row.payout, Number(row.decimals)),
    currency: row.code,
    since: formatInstant(row.created_at),
  }));
}

async function findUndeliveredEmails(db: Db, now: number): Promise<Found> {
  const rows = await selectEmailColumns(selectUndeliveredEmails(db, 'dead', now))
    .orderBy('mail.dead_at')
    .execute();
  return limitRows(rows, ({ id, kind, mailbox, public_number, dead_at }) => ({
    ...EMPTY_ROW,
    id: String(id),
    target: 'email',
    title: public_number ?? getDomain(mailbox),
    state: kind,
    since: formatInstantOrNull(dead_at),
  }));
}

/** Currencies whose free reserve is less than the smallest amount that a client can receive. */
async function findSmallReserves(db: Db): Promise<Found> {
  const rows = (await listReserves(db)).filter(({ isSmall }) => isSmall);
  return limitRows(
    rows.toSorted((a, b) => (a.updatedAt ?? '').localeCompare(b.updatedAt ?? '')),
    ({ code, name, free, updatedAt }) => ({
      ...EMPTY_ROW,
      id: code,
      target: 'reserve',
      title: name,
      amount: free,
      currency: code,
      since: updatedAt,
    }),
  );
}

const limitRows = <Row>(rows: readonly Row[], build: (row: Row) => WaitingRow): Found => ({
  count: rows.length,
  rows: rows.slice(0, MAX_ROWS).map(build),
});
