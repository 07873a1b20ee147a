import type { ReadonlySignal } from '@preact/signals-core';
import type { ApiClient } from '../api/client.ts';
import type { UploadTransport } from '../api/upload.ts';
import type { ClaimRequisite, ClaimStatus } from '../contract/claim.ts';
import type { ExchangeModel, FieldName, LogFunction } from '../exchange/form/exchangeModel.ts';
import type { KeyValueStorage } from '../storage.ts';
import type { ClaimActions } from './claimActions.ts';
import type { ClaimStatusCode } from './status.ts';

/** What a claim is priced at: decimal texts of the wire. */
export interface ClaimTerms {
  fromSumma: string;
  toSumma: string;
  course: string;
}

/** Steps before the claim; `failed.back` names the one to return to. */
export type ClaimStep = 'form' | 'requisites' | 'confirm';

/** Lost: the server does not answer; the last state stays and asking goes on. */
export type ConnectionState = 'live' | 'lost';

/**
 * Where the person is. `sending.unknown`: no answer came, the claim may exist; the same request is repeated until the
 * server tells. `changed`: the course moved (409), the person accepts `now` or goes back. `locked`: a claim opened
 * without its secret. `failed`: refused; `field` names what to correct, `retryAfter` seconds to wait.
 */
export type ClaimPhase =
  | { phase: 'form' }
  | { phase: 'requisites' }
  | { phase: 'confirm' }
  /** The server wants a captcha first; `again`: the last answer did not count. */
  | { phase: 'captcha'; isRepeated: boolean }
  | { phase: 'sending'; isOutcomeUnknown: boolean }
  | { phase: 'changed'; previousTerms: ClaimTerms; currentTerms: ClaimTerms }
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

/** Time left to pay: whole seconds, and the part of the window that has passed (0…1). */
export interface TimeLeft {
  seconds: number;
  progress: number;
  /** The deadline by this device's clock, milliseconds. */
  deadlineMs: number;
}

/** What a claim flow is made of. */
export interface ClaimOptions {
  api: ApiClient;
  exchange: ExchangeModel;
  /** localStorage for claims made here (id and secret); null or left out: memory. */
  local?: KeyValueStorage | null | undefined;
  /** sessionStorage for the draft and its idempotency key; null or left out: memory. */
  session?: KeyValueStorage | null | undefined;
  /** The same after a reload of this tab, another in a duplicated one (core/claim/tabId.ts). */
  tabId?: string | undefined;
  /** Tells two forms on a page apart, as in the exchange. */
  scope?: string | undefined;
  /** 128 random bits as text; default crypto.randomUUID. */
  generateId?: (() => string) | undefined;
  visible?: boolean | undefined;
  /** Whether the claim asks for the account to keep the requisites (logged-in people only). */
  shouldSaveRequisites?: (() => boolean) | undefined;
  /** Sends receipts and tells how far it is; left out: without progress. */
  uploadTransport?: UploadTransport | undefined;
  log?: LogFunction | undefined;
  /** A claim was made, opened or changed its status. */
  onClaimChange?: ((claim: { id: string; status: ClaimStatusCode }) => void) | undefined;
  onError?: ((code: string) => void) | undefined;
}

/** A claim this browser made and has not seen closed. */
export interface SavedClaim {
  id: string;
  secret: string;
  number: string;
  /** ISO 8601, by the server's clock. */
  createdAt: string;
}

/** The claim's model: from the form to the last status. Confirmation questions are the UI's. */
export interface ClaimModel {
  /** The server it talks to, for parts of a claim that have calls of their own. */
  readonly api: ApiClient;
  readonly phase: ReadonlySignal<ClaimPhase>;
  /** Time left to pay; null when nothing waits for the person. */
  readonly timeLeft: ReadonlySignal<TimeLeft | null>;
  /** What the person does with the open claim: paid, receipts, a recalculation, a refund. */
  readonly actions: ClaimActions;
  /** A call of cancel() runs. */
  readonly isCancelling: ReadonlySignal<boolean>;
  /** Claims of this browser not closed yet, latest first. */
  readonly unfinishedClaims: ReadonlySignal<readonly SavedClaim[]>;
  /**
   * One step on: form → requisites → confirm. Checks what the step holds; true when it moved. On false the reason is in
   * exchange.hint, exchange.draft.errors, exchange.link or exchange.closed.
   */
  goToNextStep(): Promise<boolean>;
  /** One step back, also out of captcha, failed and changed. */
  goBack(): void;
  /** Makes the claim out of the form (phase confirm). */
  createClaim(): Promise<void>;
  /** Goes on from phase `captcha` with the provider's answer. */
  submitCaptcha(token: string): Promise<void>;
  /** Takes the terms of phase `changed` and makes the claim with them. */
  acceptNewTerms(): Promise<void>;
  /** Cancels the open claim; false when the server refused. */
  cancelClaim(): Promise<boolean>;
  /** Opens a claim by uuid; the secret defaults to the one this browser kept. */
  openClaim(id: string, secret?: string | null): Promise<void>;
  /**
   * After a load: goes on with an unanswered creation, the claim this tab had open, or the half-filled step. True when
   * there was something. `latest`: else the latest unfinished claim of the browser (the page /claim).
   */
  resume(options?: { latest?: boolean }): Promise<boolean>;
  /** Leaves the claim for a new exchange; the claim goes on at the server and in `unfinished`. */
  startOver(): void;
  /** The secret of the open claim, to be put into a link's fragment; null when there is none. */
  getSecret(): string | null;
  /** Asks for the state now («Обновить», return from sleep, pageshow, `online`). */
  refreshNow(): void;
  setVisible(isVisible: boolean): void;
  dispose(): void;
}
