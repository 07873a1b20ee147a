import { batch, signal, type Signal } from '@preact/signals-core';
import { toErrorDetails } from '../api/errorDetails.ts';
import type { VerificationKey } from '../api/verification.ts';
import type { ConnectionState } from '../claim/claimModel.ts';
import type { Verification, VerificationInputs } from '../contract/verification.ts';
import { isVerificationDecided } from './openVerification.ts';
import type { VerificationError, VerificationOptions } from './verificationModel.ts';

/** Limits until the server's are loaded. */
const DEFAULT_PHOTO_LIMITS: VerificationInputs['photo'] = {
  types: ['image/jpeg', 'image/png', 'image/webp'],
  maxBytes: 8 * 1024 * 1024,
  maxCount: 3,
  maxPixels: 40_000_000,
};

/** State that the parts of a verification's model share. */
export interface VerificationModelState {
  verification: Signal<Verification | null>;
  /** The opened verification; null until it is loaded. */
  key: VerificationKey | null;
  /** Why the verification cannot be opened; null while it can. */
  goneCode: Signal<string | null>;
  connection: Signal<ConnectionState>;
  lastError: Signal<VerificationError | null>;
  limits: Signal<VerificationInputs['photo']>;
  /** Aborted when the model is disposed. */
  lifetime: AbortController;
  /** Sets the verification that the server returned. */
  setVerification(verification: Verification): void;
  /** Sets `lastError`; `fileName` is the file that was refused. */
  showError(error: unknown, fileName?: string): void;
  /** Whether the model is disposed or its verification is gone. Checked after each await. */
  isOver(): boolean;
  /** Whether polling can end: `isOver()`, or the verification is decided. */
  isFinished(): boolean;
}

/** Creates the state before the first response. */
export function createVerificationState({ onError }: VerificationOptions): VerificationModelState {
  const verification = signal<Verification | null>(null);
  const goneCode = signal<string | null>(null);
  const connection = signal<ConnectionState>('live');
  const lastError = signal<VerificationError | null>(null);
  const limits = signal(DEFAULT_PHOTO_LIMITS);
  const lifetime = new AbortController();
  const isOver = () => lifetime.signal.aborted || goneCode.peek() !== null;
  return {
    verification,
    key: null,
    goneCode,
    connection,
    lastError,
    limits,
    lifetime,
    setVerification(next) {
      batch(() => {
        verification.value = next;
        connection.value = 'live';
      });
    },
    showError(error, fileName) {
      const details = toErrorDetails(error);
      const max = details.code === 'file_count' ? limits.peek().maxCount : undefined;
      lastError.value = { ...details, ...(fileName && { name: fileName }), ...(max && { max }) };
      onError?.(details.code);
    },
    isOver,
    isFinished() {
      const now = verification.peek();
      return isOver() || (now !== null && isVerificationDecided(now));
    },
  };
}
