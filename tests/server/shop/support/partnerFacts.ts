import { addReferralCode } from '#server/partners/referral/partners.ts';
import { recordPartnerEvent } from '#server/partners/referral/partnerEvents.ts';
import type { TestServer } from '../../../support/testServer.ts';

/** Creates the partner of an account, as its first visit of the programme does, with a code of this label. */
export async function createPartner(
  { context: { db }, now }: TestServer,
  label = '',
): Promise<{ id: string; code: string }> {
  const id = crypto.randomUUID();
  await db
    .insertInto('partners')
    .values({
      id,
      user_id: null,
      name: '',
      site: '',
      switched_off_at: null,
      switched_off_reason: null,
      created_at: BigInt(now()),
    })
    .execute();
  const { code } = await addReferralCode(db, id, { label, now: now() });
  return { id, code };
}

/** Records an accrual of a claim, or its reversal. */
export const recordAccrual = (
  { context: { db } }: TestServer,
  {
    partnerId,
    claimId,
    summa,
    at,
    isVoid = false,
  }: { partnerId: string; claimId: string | null; summa: string; at: number; isVoid?: boolean },
): Promise<void> =>
  recordPartnerEvent(db, {
    partner_id: partnerId,
    kind: isVoid ? 'accrual.voided' : 'accrual.created',
    mode: 'live',
    claim_id: claimId,
    data: { entry: 1, summa },
    at: BigInt(at),
  });
