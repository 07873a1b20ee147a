import { lazy, Suspense, type ComponentType } from 'react';
import type { ClaimStatus } from '#core/contract/claim.ts';
import { usePasskeySupport } from '../../passkeys/usePasskeySupport.ts';

interface OfferProps {
  id: string;
  email: string;
  secret: string;
}

/** Loads after the claim, which is complete without it. */
const AccountOfferForm = lazy(async (): Promise<{ default: ComponentType<OfferProps> }> => {
  const offer = await import('./AccountOfferForm.tsx').catch(() => null);
  return { default: offer ? offer.AccountOfferForm : () => null };
});

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
