import type { ReadonlySignal } from '@preact/signals-core';
import type { ApiClient } from '../../../api/client.ts';
import type { DetailedClaim } from '../../../contract/account/accountClaim.ts';
import type { ClosedReason } from '../../../contract/calculator.ts';
import type { ClaimCreated } from '../../../contract/claim.ts';
import type { ChangedTerms } from '../../../contract/claim/claimCreate.ts';
import type { ClaimTerms } from '../../../claim/claimModel.ts';
import type { SideName } from '../../../exchange/course.ts';
import type { AmountFieldHint } from '../../../exchange/form/exchangeModel.ts';
import type { KeyValueStorage } from '../../../storage.ts';

/** Why the claim was not created: `code` of messages.ts, the side it is about, its limit, and the seconds to wait. */
export interface RepeatFailure {
  code: string;
  side?: SideName;
  /** Decimal text in the side's currency. */
  limit?: string;
  after?: number;
}

/**
 * `failed`: the current course could not be loaded. `unavailable`: this claim cannot be repeated. `editing`: the
 * amounts can be changed; `failure` is why the last attempt was refused. `sending` with `isOutcomeUnknown`: the claim
 * may exist, and the same request is repeated. `changed`: the terms differ from those on screen (409).
 */
export type ClaimRepeatPhase =
  | { phase: 'loading' }
  | { phase: 'failed'; failure: RepeatFailure }
  | { phase: 'unavailable'; reason: ClosedReason }
  | { phase: 'editing'; failure: RepeatFailure | null }
  | { phase: 'sending'; isOutcomeUnknown: boolean }
  | { phase: 'changed'; reason: ChangedTerms['code']; previousTerms: ClaimTerms; currentTerms: ClaimTerms }
  | { phase: 'created'; id: string };

/** The hint of an amount: its limits, the violated limit, or that it is not a number. */
export type RepeatHint =
  Extract<AmountFieldHint, { kind: 'none' | 'limits' | 'below_min' | 'above_max' }> | { kind: 'unreadable' };

/** Model of one repeat: the same exchange and requisites at the current course. */
export interface ClaimRepeatModel {
  readonly phase: ReadonlySignal<ClaimRepeatPhase>;
  /** The amounts and the course of the new claim; null without a course. */
  readonly terms: ReadonlySignal<ClaimTerms | null>;
  /** The text of each field: verbatim on the typed side, derived on the other. */
  readonly amountText: Readonly<Record<SideName, ReadonlySignal<string>>>;
  readonly amountHint: Readonly<Record<SideName, ReadonlySignal<RepeatHint>>>;
  /** Why the latest request for the course failed: a code of messages.ts; null if it succeeded. */
  readonly courseError: ReadonlySignal<string | null>;
  /** Handles a keystroke. */
  typeAmount(side: SideName, text: string): void;
  /** Ends editing: formats the text. Returns false if it is not a number, or is outside the limits. */
  commitAmount(): boolean;
  /** Sets the amount to a limit of that side. */
  setToLimit(side: SideName, limit: 'min' | 'max'): void;
  /** Creates the claim (phase `editing`). Does nothing while it is being created. */
  send(): Promise<void>;
  /** Accepts the terms of phase `changed` and creates the claim with them. */
  acceptNewTerms(): Promise<void>;
  /** Goes back from `changed` to `editing`. */
  declineNewTerms(): void;
  /** Requests the course again, and ends the wait before the next attempt to create the claim. */
  refreshNow(): void;
  setVisible(isVisible: boolean): void;
  /** Ends all requests. The idempotency key of an unknown outcome stays for the next attempt. */
  dispose(): void;
}

/** Options of a repeat. */
export interface ClaimRepeatOptions {
  /** Sends the access token. */
  api: ApiClient;
  claim: DetailedClaim;
  /** sessionStorage for an attempt whose outcome is unknown; memory without it. */
  session?: KeyValueStorage | null | undefined;
  /** Returns an id of 128 random bits. Default: `generateRandomId`. */
  generateId?: (() => string) | undefined;
  visible?: boolean | undefined;
  onCreated?: ((created: ClaimCreated) => void) | undefined;
}
