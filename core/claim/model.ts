import type { ReadonlySignal } from '@preact/signals-core';
import type { Client } from '../api/client.ts';
import type { Transport } from '../api/upload.ts';
import type { ClaimRequisite, ClaimStatus } from '../contract/claim.ts';
import type { Exchange, FieldName, Log } from '../exchange/model.ts';
import type { Storage } from '../storage.ts';
import type { Acts } from './acts.ts';
import type { Status } from './status.ts';

/** What a claim is priced at: decimal texts of the wire. */
export interface Terms {
  fromSumma: string;
  toSumma: string;
  course: string;
}

/** Steps before the claim; `failed.back` names the one to return to. */
export type Step = 'form' | 'requisites' | 'confirm';

/** Lost: the server does not answer; the last state stays and asking goes on. */
export type Connection = 'live' | 'lost';

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
  | { phase: 'captcha'; again: boolean }
  | { phase: 'sending'; unknown: boolean }
  | { phase: 'changed'; was: Terms; now: Terms }
  | { phase: 'opening'; id: string; connection: Connection }
  | { phase: 'locked'; id: string; status: Status; connection: Connection }
  | { phase: 'open'; claim: ClaimStatus; requisite: ClaimRequisite | null; connection: Connection }
  | {
      phase: 'failed';
      code: string;
      field?: FieldName | 'fromSumma' | 'toSumma';
      limit?: string;
      retryAfter?: number;
      back: Step;
    };

/** Time left to pay: whole seconds, and the part of the window that has passed (0…1). */
export interface TimeLeft {
  seconds: number;
  progress: number;
  /** The deadline by this device's clock, milliseconds. */
  until: number;
}

/** What a claim flow is made of. */
export interface ClaimOptions {
  api: Client;
  exchange: Exchange;
  /** localStorage for claims made here (id and secret); null or left out: memory. */
  local?: Storage | null | undefined;
  /** sessionStorage for the draft and its idempotency key; null or left out: memory. */
  session?: Storage | null | undefined;
  /** The same after a reload of this tab, another in a duplicated one (core/claim/tab.ts). */
  tabId?: string | undefined;
  /** Tells two forms on a page apart, as in the exchange. */
  scope?: string | undefined;
  /** 128 random bits as text; default crypto.randomUUID. */
  random?: (() => string) | undefined;
  visible?: boolean | undefined;
  /** Whether the claim asks for the account to keep the requisites (logged-in people only). */
  saveRequisites?: (() => boolean) | undefined;
  /** Sends receipts and tells how far it is; left out: without progress. */
  upload?: Transport | undefined;
  log?: Log | undefined;
  /** A claim was made, opened or changed its status. */
  onClaim?: ((claim: { id: string; status: Status }) => void) | undefined;
  onError?: ((code: string) => void) | undefined;
}

/** A claim this browser made and has not seen closed. */
export interface OpenClaim {
  id: string;
  secret: string;
  number: string;
  /** ISO 8601, by the server's clock. */
  createdAt: string;
}

/** The claim's model: from the form to the last status. Confirmation questions are the UI's. */
export interface Claim {
  /** The server it talks to, for parts of a claim that have calls of their own. */
  readonly api: Client;
  readonly phase: ReadonlySignal<ClaimPhase>;
  /** Time left to pay; null when nothing waits for the person. */
  readonly timeLeft: ReadonlySignal<TimeLeft | null>;
  /** What the person does with the open claim: paid, receipts, a recalculation, a refund. */
  readonly acts: Acts;
  /** A call of cancel() runs. */
  readonly cancelling: ReadonlySignal<boolean>;
  /** Claims of this browser not closed yet, latest first. */
  readonly unfinished: ReadonlySignal<readonly OpenClaim[]>;
  /**
   * One step on: form → requisites → confirm. Checks what the step holds; true when it moved. On false the reason is in
   * exchange.hint, exchange.draft.errors, exchange.link or exchange.closed.
   */
  next(): Promise<boolean>;
  /** One step back, also out of captcha, failed and changed. */
  back(): void;
  /** Makes the claim out of the form (phase confirm). */
  create(): Promise<void>;
  /** Goes on from phase `captcha` with the provider's answer. */
  prove(token: string): Promise<void>;
  /** Takes the terms of phase `changed` and makes the claim with them. */
  acceptCourse(): Promise<void>;
  /** Cancels the open claim; false when the server refused. */
  cancel(): Promise<boolean>;
  /** Opens a claim by uuid; the secret defaults to the one this browser kept. */
  open(id: string, secret?: string | null): Promise<void>;
  /**
   * After a load: goes on with an unanswered creation, the claim this tab had open, or the half-filled step. True when
   * there was something. `latest`: else the latest unfinished claim of the browser (the page /claim).
   */
  resume(options?: { latest?: boolean }): Promise<boolean>;
  /** Leaves the claim for a new exchange; the claim goes on at the server and in `unfinished`. */
  forget(): void;
  /** The secret of the open claim, to be put into a link's fragment; null when there is none. */
  secret(): string | null;
  /** Asks for the state now («Обновить», return from sleep, pageshow, `online`). */
  wake(): void;
  visible(shown: boolean): void;
  dispose(): void;
}
