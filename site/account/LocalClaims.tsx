import { Suspense } from 'react';
import { lazyExtra } from '../elements/lazyComponent.ts';

/** Loads after the page, which works without it. */
const LocalClaimsNotice = lazyExtra(() => import('./localClaims/LocalClaimsNotice.tsx'), 'LocalClaimsNotice');

/** The offer to add this browser's claims to the account. `onAttached` runs after some have been added. */
export function LocalClaims({ onAttached }: { onAttached?: () => void }) {
  return (
    <Suspense fallback={null}>
      <LocalClaimsNotice {...(onAttached && { onAttached })} />
    </Suspense>
  );
}
