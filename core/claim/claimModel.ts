import type { ReadonlySignal } from '@preact/signals-core';
import type { ApiClient } from '../api/client.ts';
import type { UploadTransport } from '../api/upload.ts';
import type { ClaimStatus } from '../contract/claim.ts';
import type { ChangedTerms } from '../contract/claim/claimCreate.ts';
import type { ClaimRequisite } from '../contract/claim/claimPayment.ts';
import type { ExchangeModel, FieldName, LogFunction } from '../exchange/form/exchangeModel.ts';
import type { StoredReferral } from '../referral/storedReferral.ts';
import type { KeyValueStorage } from '../storage.ts';
import type { ClaimActions } from './claimActions.ts';
import type { CreatedClaim } from './claimPageEvents.ts';
import type { ClaimStatusCode } from './status.ts';

/** Amounts and course of a claim, decimal texts as in the API. */
export interface ClaimTerms {
  fromSumma: string;
  toSumma: string;
  course: string;
}

/** Steps before the claim exists. */
export type ClaimStep = 'form' | 'requisites' | 'confirm';

/** `lost`: the server does not respond; the last state stays visible and polling continues. */
export type ConnectionState = 'live' | 'lost';

/**
 * Phase of the claim flow. `sending` with `isOutcomeUnknown`: the claim may exist, and the same request is repeated
 * until the server responds. `changed`: the course or the amounts changed (409); the person accepts `currentTerms` or
 * goes back. `locked`: the claim was opened without its secret. `failed`: the server refused; `field` is invalid,
 * `retryAfter` is in seconds.
 */
export type ClaimPhase =
  | { phase: 'form' }
  | { phase: 'requisites' }
  | { phase: 'confirm' }
  /** A captcha is required; `isRepeated`: the previous token was invalid. */
  | { phase: 'captcha'; isRepeated: boolean }
  | { phase: 'sending'; isOutcomeUnknown: boolean }
  | {
      phase: 'changed';
      reason: ChangedTerms['code'];
      previousTerms: ClaimTerms;
      currentTerms: ClaimTerms;
    }
  | { phase: 'opening'; id: string; connection: ConnectionState }
  | { phase: 'locked'; id: string; status: ClaimStatusCode; connection: ConnectionState }
  | { phase: 'open'; claim: ClaimStatus; requisite: ClaimRequisite | null; connection: ConnectionState }
  | {
      phase: 'failed';
      code: string;
      field?: FieldName | 'fromSumma' | 'toSumma';
      limit?: string;
      retryAfter?: number;
      returnTo: ClaimStep;
    };

/** Time left to pay: whole seconds, and the elapsed fraction of the payment window (0…1). */
export interface TimeLeft {
  seconds: number;
  progress: number;
  /** The deadline by this device's clock, milliseconds. */
  deadlineMs: number;
}

/** Options of a claim's model. */
export interface ClaimOptions {
  api: ApiClient;
  exchange: ExchangeModel;
  /** localStorage for ids and secrets of claims; memory without it. */
  local?: KeyValueStorage | null | undefined;
  /** sessionStorage for the pending creation and the step; memory without it. */
  session?: KeyValueStorage | null | undefined;
  /** Id of this tab: survives a reload, differs in a duplicated tab (core/claim/tabId.ts). */
  tabId?: string | undefined;
  /** Distinguishes forms on one page, as in the exchange. */
  scope?: string | undefined;
  /** Returns an id of 128 random bits. Default: `generateRandomId`. */
  generateId?: (() => string) | undefined;
  visible?: boolean | undefined;
  /** Returns the partner's link that was opened last in this browser; null without one. */
  getStoredReferral?: (() => StoredReferral | null) | undefined;
  /** Whether the account saves the requisites (logged-in people only). */
  shouldSaveRequisites?: (() => boolean) | undefined;
  /** Sends receipts and reports progress. Default: fetch, without progress. */
  uploadTransport?: UploadTransport | undefined;
  log?: LogFunction | undefined;
  /** A claim was created or opened, or its status changed. */
  onClaimChange?: ((claim: { id: string; status: ClaimStatusCode }) => void) | undefined;
  /** Shows a created claim on a page of its own; false if the claim is to be shown here. */
  openClaimPage?: ((created: CreatedClaim) => boolean) | undefined;
  onError?: ((code: string) => void) | undefined;
}

/** A saved claim of this browser. */
export interface SavedClaim {
  id: string;
  /** Empty if the backend has none. */
  secret: string;
  number: string;
  /** ISO 8601, server clock. */
  createdAt: string;
}

/** Model of the claim flow, from the form to the final status. Confirmation dialogs belong to the UI. */
export interface ClaimModel {
  /** The API client, for parts of the UI that call the API themselves. */
  readonly api: ApiClient;
  readonly phase: ReadonlySignal<ClaimPhase>;
  /** Time left to pay; null if no payment is awaited. */
  readonly timeLeft: ReadonlySignal<TimeLeft | null>;
  /** Actions on the open claim: payment, receipts, recalculation, refund. */
  readonly actions: ClaimActions;
  /** Whether `cancelClaim` is running. */
  readonly isCancelling: ReadonlySignal<boolean>;
  /** Claims of this browser that are not closed, latest first. */
  readonly unfinishedClaims: ReadonlySignal<readonly SavedClaim[]>;
  /**
   * Validates the step and goes to the next: form → requisites → confirm. Resolves with whether the step changed. If
   * not, the exchange's model has the reason: hint, draft errors, freshness or closed reason.
   */
  goToNextStep(): Promise<boolean>;
  /** Goes back one step, also from `captcha`, `failed` and `changed`. */
  goBack(): void;
  /** Creates the claim from the form (phase `confirm`). */
  createClaim(): Promise<void>;
  /** Repeats a failed creation (phase `failed`) if `isCreationRetryable`. The draft keeps its idempotency key. */
  retryCreation(): Promise<void>;
  /** Continues phase `captcha` with the provider's token. */
  submitCaptcha(token: string): Promise<void>;
  /** Accepts the terms of phase `changed` and creates the claim with them. */
  acceptNewTerms(): Promise<void>;
  /** Cancels the open claim. Resolves with whether the server accepted it. */
  cancelClaim(): Promise<boolean>;
  /** Opens a claim by uuid; the secret defaults to the saved one. */
  openClaim(id: string, secret?: string | null): Promise<void>;
  /**
   * After a load: continues a creation with an unknown outcome, the claim that this tab had open, or the saved step. A
   * claim known to be closed is not opened, and with `reopensClaim: false` no claim is. With `latest` also the latest
   * unfinished claim of the browser (page /claim). Resolves with whether it restored anything.
   */
  resume(options?: { latest?: boolean; reopensClaim?: boolean }): Promise<boolean>;
  /** Starts a new exchange; the open claim stays in `unfinishedClaims`. */
  startOver(): void;
  /** Shows the form instead of an opened claim. */
  leaveClaim(): void;
  /** Shows the form instead of a closed claim; another claim stays. */
  leaveClosedClaim(): void;
  /** Shows the form instead of a later step. Does nothing while a claim is being created, and with an opened claim. */
  leaveSteps(): void;
  /** The secret of the open claim, for the fragment of a link; null without one. */
  getSecret(): string | null;
  /** Fetches the status and repeats waiting requests now («Обновить», return from sleep, `pageshow`, `online`). */
  refreshNow(): void;
  setVisible(isVisible: boolean): void;
  dispose(): void;
}
