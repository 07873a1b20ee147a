import type { Generated } from 'kysely';

/** Who brings visitors, and is paid for their exchanges. Created when its account first opens the programme. */
export interface PartnerRow {
  id: string;
  /** Null once the account is deleted. */
  user_id: string | null;
  /** The name and the site of the shop; may be empty. */
  name: string;
  site: string;
  /** When the operator switched it off: its codes attribute no claims any more. */
  switched_off_at: bigint | null;
  switched_off_reason: string | null;
  created_at: bigint;
}

/** A code in the links of a partner. It is never used again. */
export interface ReferralCodeRow {
  /** `[A-Z2-9]{8}`. */
  code: string;
  partner_id: string;
  /** The partner's name for it; may be empty. */
  label: string;
  created_at: bigint;
}

/** The partner that a claim is attributed to. Empty texts: unknown. */
export interface ClaimReferralRow {
  claim_id: string;
  partner_id: string;
  code: string;
  /** What follows the code: `CODE.sub`. */
  sub: string;
  /** Host of the page with the link or the widget. */
  host: string;
  /** JSON: name → value of the link's `utm_…` parameters. */
  utm: string | null;
  /** JSON list: keyed hashes of where the claim's money comes from and goes to, as `saved_requisites.value_hash`. */
  requisite_hashes: string | null;
  /** What the partner earns with it, units of 1/10,000 USD, as far as counted; null: nothing was accrued yet. */
  income: bigint | null;
  created_at: bigint;
}

/** All kinds of events. `claim.created` is for the statistics; webhooks report it as `claim.status`. */
export type PartnerEventKind =
  'claim.created' | 'claim.status' | 'accrual.created' | 'accrual.voided' | 'withdrawal.status';

/**
 * What happened to a partner's claims and money, written in the transaction of the change. Jobs count it in the statistics
 * and queue it for webhooks.
 */
export interface PartnerEventRow {
  id: Generated<bigint>;
  partner_id: string;
  kind: PartnerEventKind;
  /** `test`: of a test key. */
  mode: 'live' | 'test';
  /** The claim, or the test claim. */
  claim_id: string | null;
  /** JSON of the event's own data. */
  data: string;
  at: bigint;
  counted_at: bigint | null;
  queued_at: bigint | null;
}
