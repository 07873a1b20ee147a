import { useEffect } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { ClaimStatus } from '#core/contract/claim.ts';
import { createLazyModule } from '../../lazy/lazyModule.ts';

const lazyTransfers = createLazyModule(() => import('./ClaimTransfers.tsx'));

/** The claim's transactions, loaded when there is one. */
export function LazyTransfers({ claim }: { claim: ClaimStatus }) {
  useSignals();
  const hasTransfers = claim.transfers.length > 0;
  useEffect(() => void (hasTransfers && lazyTransfers.load()), [hasTransfers]);
  const ClaimTransfers = lazyTransfers.module.value?.ClaimTransfers;
  return hasTransfers && ClaimTransfers ? <ClaimTransfers claim={claim} /> : null;
}
