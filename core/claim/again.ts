import type { ClaimKey } from '../api/claim.ts';
import type { Client } from '../api/client.ts';
import { ApiError } from '../api/error.ts';
import type { Transport } from '../api/upload.ts';
import { backoff } from '../clock.ts';
import type { ClaimStatus } from '../contract/claim.ts';
import type { Kept } from './kept.ts';
import type { ClaimPhase } from './model.ts';

/** What the steps of an open claim need of it. */
export interface Means {
  api: Client;
  /** Sends receipts and tells how far it is; left out: without progress. */
  upload?: Transport | undefined;
  random: () => string;
  /** The claim on screen and its key; null while none is open. */
  opened(): { claim: ClaimStatus; key: ClaimKey } | null;
  /** Asks for the claim's state. */
  refetch(): Promise<void>;
  onError(code: string): void;
}

/** Milliseconds until a step is tried again: the first time, and at most. */
const RETRY = { first: 2_000, most: 10_000 } as const;

/** Whether asking again may help: nobody knows what became of it, or it was not done for now. */
export function passing(error: unknown): error is ApiError {
  return error instanceof ApiError && error.kind !== 'shape' && (error.unknown || error.status === 503);
}

/** Waits before attempt `n` + 1, as long as the refusal asks; ends at once when `waiting` is woken or it is called off. */
export function pause(
  { api }: Pick<Means, 'api'>,
  { retryAfter }: ApiError,
  n: number,
  waiting: Set<() => void>,
  called: AbortSignal,
): Promise<void> {
  const ms = Math.max(backoff(n, RETRY.first, RETRY.most), (retryAfter ?? 0) * 1000);
  return new Promise(resolve => {
    const wake = () => {
      off();
      waiting.delete(wake);
      resolve();
    };
    const off = api.clock.later(wake, ms);
    waiting.add(wake);
    called.addEventListener('abort', wake, { once: true });
  });
}

/** The claim on screen and its key; null while none is open. */
export function keyed(phase: ClaimPhase, kept: Pick<Kept, 'secret'>): ReturnType<Means['opened']> {
  if (phase.phase !== 'open') return null;
  const { claim } = phase;
  return { claim, key: { id: claim.id, secret: kept.secret(claim.id) } };
}
