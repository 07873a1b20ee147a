import { Suspense } from 'react';
import type { ClaimStatus } from '#core/contract/claim.ts';
import { lazyExtra } from '../../elements/lazyComponent.ts';
import { usePasskeySupport } from '../../passkeys/usePasskeySupport.ts';

/** Loads after the claim, which is complete without it. */
const AccountOfferForm = lazyExtra(() => import('./AccountOfferForm.tsx'), 'AccountOfferForm');

/** Offers a guest an account for this claim. Renders nothing where passkeys do not work. */
export function AccountOffer({ claim, secret }: { claim: ClaimStatus; secret: string }) {
  const isSupported = usePasskeySupport();
  if (!isSupported) return null;
  return (
    <Suspense fallback={null}>
      <AccountOfferForm key={claim.id} id={claim.id} email={claim.email} secret={secret} />
    </Suspense>
  );
}
