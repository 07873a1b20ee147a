import { randomUUID } from 'node:crypto';
import type { ServerContext } from '#server/notifications/context.ts';
import { lockFunds, postEntry } from '#server/partners/ledger/postEntry.ts';

/** Inserts the claim that an accrual of a test refers to. It is a copy of another one. */
async function copyClaim({ db }: Pick<ServerContext, 'db'>): Promise<string> {
  const claim = await db.selectFrom('claims').selectAll().limit(1).executeTakeFirstOrThrow();
  const id = randomUUID();
  const number = BigInt(`0x${id.slice(0, 8)}`) + 1_000_000n;
  await db
    .insertInto('claims')
    .values({ ...claim, id, number, public_number: id.slice(0, 13), status: 'completed' })
    .execute();
  return id;
}

/** Gives a partner an accrual of `amount` units of 1/10,000 USD that is available at once. Returns its claim. */
export async function creditPartner(
  context: Pick<ServerContext, 'db'>,
  partnerId: string,
  { amount, now }: { amount: bigint; now: number },
): Promise<string> {
  const claimId = await copyClaim(context);
  await context.db.transaction().execute(async trx => {
    await lockFunds(trx, partnerId, now);
    await postEntry(trx, {
      partner_id: partnerId,
      kind: 'accrual',
      amount,
      claim_id: claimId,
      withdrawal_id: null,
      reason: null,
      reckoning: null,
      available_at: BigInt(now),
      at: BigInt(now),
    });
  });
  return claimId;
}
