import { lazy, Suspense, type ComponentProps } from 'react';
import { importWithRetry } from '#core/importWithRetry.ts';

/** Shown after a press. */
const DeliveryPages = lazy(async () => {
  const { DeliveryPages } = await importWithRetry(() => import('./DeliveryPages.tsx'));
  return { default: DeliveryPages };
});

/** The deliveries of a webhook, loaded with their code. */
export const DeliveryList = (props: ComponentProps<typeof DeliveryPages>) => (
  <Suspense fallback={<span className="skeleton session-skeleton" aria-busy="true" />}>
    <DeliveryPages {...props} />
  </Suspense>
);
