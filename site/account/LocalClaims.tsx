import { lazy, Suspense } from 'react';

/** Loads after the page, which works without it. */
const LocalClaimsNotice = lazy(async () => {
  const notice = await import('./localClaims/LocalClaimsNotice.tsx').catch(() => null);
  return { default: notice ? notice.LocalClaimsNotice : () => null };
});

/** The offer to add this browser's claims to the account. `onAttached` runs after some have been added. */
export function LocalClaims({ onAttached }: { onAttached?: () => void }) {
  return (
    <Suspense fallback={null}>
      <LocalClaimsNotice {...(onAttached && { onAttached })} />
    </Suspense>
  );
}
