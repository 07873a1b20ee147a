import { signal, type Signal } from '@preact/signals-core';
import { createClaimStorage, type ClaimStorage } from './claimStorage.ts';
import type { ClaimOptions, ClaimPhase, SavedClaim } from './claimModel.ts';

/** State that the parts of a claim's model share. */
export interface ClaimContext {
  options: ClaimOptions;
  /** `options.tabId`, or the same id for every tab. */
  tabId: string;
  storage: ClaimStorage;
  phase: Signal<ClaimPhase>;
  /** When the latest status arrived, milliseconds by this device's clock. */
  receivedAt: Signal<number>;
  unfinishedClaims: Signal<readonly SavedClaim[]>;
  /** Aborted when the model is disposed. */
  lifetime: AbortController;
  /** Whether the model still is in this phase; false once disposed. Checked after each await. */
  isInPhase(name: ClaimPhase['phase']): boolean;
  /** Codes of the selected pair, `from/to`. */
  getPairKey(): string;
}

/** Creates the shared state of a claim flow at the form. */
export function createClaimContext(options: ClaimOptions): ClaimContext {
  const storage = createClaimStorage(options);
  const phase = signal<ClaimPhase>({ phase: 'form' });
  const lifetime = new AbortController();
  const { from, to } = options.exchange;
  return {
    options,
    tabId: options.tabId ?? 'tab',
    storage,
    phase,
    receivedAt: signal(0),
    unfinishedClaims: signal<readonly SavedClaim[]>(storage.getUnfinishedClaims()),
    lifetime,
    isInPhase: name => phase.peek().phase === name && !lifetime.signal.aborted,
    getPairKey: () => `${from.peek()?.code}/${to.peek()?.code}`,
  };
}
