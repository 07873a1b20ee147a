import type { ReadonlySignal } from '@preact/signals-core';
import type { ApiClient } from '../api/client.ts';
import type { UploadTransport } from '../api/upload.ts';
import type { Verification, VerificationHandoff, VerificationInputs } from '../contract/verification.ts';
import type { ConnectionState } from '../claim/claimModel.ts';
import type { PhotoUpload } from './uploadQueue.ts';

/**
 * The verification to open: that of a claim's card (created if there is none), one by its uuid
 * with the secrets of this browser's claims, or one that was handed off to this device. The secret
 * null means the session of the claim's account.
 */
export type VerificationTarget =
  | { claim: string; secret: string | null }
  | { id: string; secrets: readonly (string | null)[] }
  | { id: string; token: string; device: string };

/** Phase of the verification. `gone`: it does not exist or the credentials are wrong; `code` of messages.ts. */
export type VerificationPhase =
  | { phase: 'loading'; connection: ConnectionState }
  | { phase: 'ready'; verification: Verification; connection: ConnectionState }
  | ({ phase: 'uploading'; verification: Verification; connection: ConnectionState } & PhotoUpload)
  | { phase: 'gone'; code: string };

/** Why the last action was refused: `code` of messages.ts, file name, limit `max`, and `after`, the seconds to wait. */
export interface VerificationError {
  code: string;
  name?: string;
  max?: number;
  after?: number;
}

/** A photo of the verification; `file` only if this model uploaded it, for a preview. */
export interface CardPhoto {
  id: string;
  size: number;
  file: File | null;
}

/** Options of a verification's model. */
export interface VerificationOptions {
  api: ApiClient;
  target: VerificationTarget;
  /** Sends photos and reports progress. Default: fetch, without progress. */
  uploadTransport?: UploadTransport | undefined;
  visible?: boolean | undefined;
  onError?: ((code: string) => void) | undefined;
}

/** Model of a card's verification. It polls until the decision. */
export interface VerificationModel {
  readonly phase: ReadonlySignal<VerificationPhase>;
  readonly photos: ReadonlySignal<readonly CardPhoto[]>;
  /** Limits of photos: defaults until the server's are loaded. */
  readonly limits: ReadonlySignal<VerificationInputs['photo']>;
  readonly lastError: ReadonlySignal<VerificationError | null>;
  /** Whether `submit`, `deletePhoto` or `restart` is running; `waiting`: for the connection. */
  readonly actionState: ReadonlySignal<'idle' | 'running' | 'waiting'>;
  /** Whether `submit` is possible: a draft or rejected verification with a photo, nothing running. */
  readonly canSubmit: ReadonlySignal<boolean>;
  /** Uploads a photo; several are uploaded one after another. */
  addPhoto(file: File): void;
  /** Cancels the running upload and the queued ones. */
  cancelUploads(): void;
  /** Deletes a photo that is not submitted yet. Resolves with whether it is deleted. */
  deletePhoto(id: string): Promise<boolean>;
  /** Submits the photos. Resolves with whether the server accepted them. */
  submit(): Promise<boolean>;
  /** Deletes the verification with its photos; for a claim a new one is created at once. */
  restart(): Promise<boolean>;
  /** URL that opens the verification on a phone; null without the claim's secret. Rejects with ApiError. */
  createHandoff(): Promise<VerificationHandoff | null>;
  /** Clears `lastError`. */
  dismissError(): void;
  /** Polls and repeats waiting requests now (return from sleep, `pageshow`, `online`). */
  refreshNow(): void;
  setVisible(isVisible: boolean): void;
  dispose(): void;
}
