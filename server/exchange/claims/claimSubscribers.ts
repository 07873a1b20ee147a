import type { Selectable } from 'kysely';
import type { Currency } from '../catalogue/catalogueSnapshot.ts';
import type { ClaimEventRow, ClaimRow } from '#server/platform/database/claimRows.ts';
import type { VerificationRow } from '#server/platform/database/verificationRows.ts';
import type { WriteQuery } from '#server/platform/database/executeTogether.ts';
import type { Db } from '#server/platform/database/schema.ts';

/** The stored description of a request's device: enough for its owner to recognize it. */
export interface ClientDevice {
  /** Display name: «Chrome, Windows». */
  device: string;
  /** Prefix of the address: 203.0.113.0/24. */
  network: string;
}

/** Saves the requisites of a new claim in the client's account. */
export interface RequisiteSaver {
  device: ClientDevice;
  /** 403 if the account has to authenticate again before it saves requisites. */
  checkAccess: () => Promise<void>;
}

/** What a client has entered about both sides of a claim. */
export interface ClaimRequisites {
  from: Currency;
  to: Currency;
  fromRequisites: Readonly<Record<string, string>>;
  toRequisites: Readonly<Record<string, string>>;
}

/** A new claim that is about to be inserted. */
export interface CreatedClaim {
  claim: ClaimRow;
  isSimulated: boolean;
  requisites: ClaimRequisites;
  /** Source of the visitor, besides the referral. */
  source: VisitorSource;
}

/** Source of a claim's visitor, besides its referral. */
export interface VisitorSource {
  /** Host of the page with the link or the widget; empty: unknown. */
  host: string;
  /** `utm_…` parameters of the link; null without any. */
  utm: Readonly<Record<string, string>> | null;
  /** Keyed hash of the network of the shop's server that creates the claim. The client is the person who opens it. */
  creatorHash?: string;
}

/** The source of a claim that has no visitor's page. */
export const UNKNOWN_SOURCE: VisitorSource = { host: '', utm: null };

/** Changes of a claim, and of a card, each published in the transaction of the change. */
export interface ClaimChanges {
  /** An account is about to create a claim, and saves its requisites from this device. */
  savingRequisites: { requisites: ClaimRequisites; userId: string; device: ClientDevice };
  /** The status, or the reason of a hold, has changed. */
  statusChanged: { claim: ClaimRow; event: Selectable<ClaimEventRow> };
  /** The client has to decide about something while the status stays. `messageId` is unique for each cause. */
  decisionNeeded: { claim: ClaimRow; messageId: string; at: bigint };
  /** The destination of a refund is decided, on this device. */
  refundNamed: { claim: ClaimRow; device: ClientDevice; at: bigint };
  /** The personal data of a closed claim were erased. */
  erased: { claim: ClaimRow; at: number };
  /** The operator has decided on the card of an account, without a claim. `rejection`: the reason for its owner. */
  cardDecided: { verification: VerificationRow; rejection: string | null; at: number };
}

type ClaimChangeHandlers = {
  [Name in keyof ClaimChanges]?: (trx: Db, change: ClaimChanges[Name]) => Promise<unknown>;
};

/** What another part of the server does in the transaction of a claim's change. If it fails, the change is rolled back. */
export interface ClaimSubscriber extends ClaimChangeHandlers {
  /** Builds writes that run together with the insertion of a claim, before the reserve is locked. */
  buildFirstWrites?: (trx: Db, created: CreatedClaim) => readonly WriteQuery[];
  /** Builds writes that run together with the insertion of a claim, after its row is inserted. */
  buildCreationWrites?: (trx: Db, created: CreatedClaim) => readonly WriteQuery[];
  /** Notes a request by the claim's owner. Runs outside a transaction, and never rejects. */
  noteOwnerRequest?: (claim: ClaimRow, network: string) => Promise<void>;
}

/** What a function needs to change claims. */
export interface ClaimChangeContext {
  /** The parts that act on changes of claims, in the order in which they lock rows. */
  readonly claimSubscribers: readonly ClaimSubscriber[];
}

/** Passes a change to all subscribers, one after the other: they may lock rows in the same order. */
export async function publishClaimChange<Name extends keyof ClaimChanges>(
  { claimSubscribers }: ClaimChangeContext,
  trx: Db,
  name: Name,
  change: ClaimChanges[Name],
): Promise<void> {
  for (const handlers of claimSubscribers as readonly ClaimChangeHandlers[])
    await handlers[name]?.(trx, change);
}
