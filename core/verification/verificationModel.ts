import type { ReadonlySignal } from '@preact/signals-core';
import type { ApiClient } from '../api/client.ts';
import type { UploadTransport } from '../api/upload.ts';
import type { Verification, VerificationHandoff, VerificationInputs } from '../contract/verification.ts';
import type { ConnectionState } from '../claim/claimModel.ts';

/**
 * What is to be verified: the card of a claim (begun when it is not), a verification by its uuid with the secrets of
 * claims that this browser keeps, or one that was handed to this device.
 */
export type VerificationTarget =
  | { claim: string; secret: string }
  | { id: string; secrets: readonly string[] }
  | { id: string; token: string; device: string };

/**
 * Where it is. `uploading`: a photo is on its way, `progress` of it has left (0…1), or it waits for the connection. Lost:
 * the last state stays and asking goes on. `gone`: there is none, or not for this asker; `code` of messages.ts.
 */
export type VerificationPhase =
  | { phase: 'loading'; connection: ConnectionState }
  | { phase: 'ready'; verification: Verification; connection: ConnectionState }
  | {
      phase: 'uploading';
      verification: Verification;
      connection: ConnectionState;
      name: string;
      progress: number;
      isWaiting: boolean;
    }
  | { phase: 'gone'; code: string };

/** Why the last thing the person did was refused: `code` of messages.ts, its limit, seconds to wait. */
export interface VerificationError {
  code: string;
  name?: string;
  max?: number;
  after?: number;
}

/** A photo of the verification; `file` where it was added in this view, to be shown to its owner. */
export interface CardPhoto {
  id: string;
  size: number;
  file: File | null;
}

/** What a verification's model is made of. */
export interface VerificationOptions {
  api: ApiClient;
  target: VerificationTarget;
  /** Sends photos and tells how far it is; left out: without progress. */
  uploadTransport?: UploadTransport | undefined;
  visible?: boolean | undefined;
  onError?: ((code: string) => void) | undefined;
}

/** One card's verification, from its first photo to the decision. Asks by itself until it is decided. */
export interface VerificationModel {
  readonly phase: ReadonlySignal<VerificationPhase>;
  readonly photos: ReadonlySignal<readonly CardPhoto[]>;
  /** Of what and how much photos may be; the server's word once it came. */
  readonly limits: ReadonlySignal<VerificationInputs['photo']>;
  readonly lastError: ReadonlySignal<VerificationError | null>;
  /** submit(), remove() or withdraw() runs; `waiting` for the connection. */
  readonly actionState: ReadonlySignal<'no' | 'yes' | 'waiting'>;
  /** A draft or rejected one with a photo and nothing under way: submit() would send it. */
  readonly canSubmit: ReadonlySignal<boolean>;
  /** Adds a photo; several are sent one after the other. */
  addPhoto(file: File): void;
  /** Calls off the photo that is on its way and those behind it. */
  cancelUploads(): void;
  /** Erases a photo that was not sent in yet. */
  deletePhoto(id: string): Promise<boolean>;
  /** Sends the photos in; true when they are being looked at. */
  submit(): Promise<boolean>;
  /** Deletes the verification with its photos; for a claim the next one begins at once. */
  restart(): Promise<boolean>;
  /** The address that opens it on a phone; null when only the claim's owner gets one. Rejects with ApiError. */
  createHandoff(): Promise<VerificationHandoff | null>;
  /** Forgets a refusal that was read. */
  dismissError(): void;
  /** Asks now instead of waiting (return from sleep, pageshow, `online`). */
  refreshNow(): void;
  setVisible(isVisible: boolean): void;
  dispose(): void;
}
