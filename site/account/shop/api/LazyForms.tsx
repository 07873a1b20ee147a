import { useEffect, type ReactNode } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { createLazyModule } from '#widget/lazy/lazyModule.ts';
import { LoadError } from '../../../live/LoadError.tsx';

/** Loads when a form or a log is opened, because few visits need one. The build puts the modules into one file. */
const lazyForms = createLazyModule(async () => {
  const [{ ConfirmedAction }, { DeliveryList }, { KeyForm }, { OneTimeSecret }, { WebhookForm }] =
    await Promise.all([
      import('./ConfirmedAction.tsx'),
      import('./DeliveryList.tsx'),
      import('./KeyForm.tsx'),
      import('./OneTimeSecret.tsx'),
      import('./WebhookForm.tsx'),
    ]);
  return { ConfirmedAction, DeliveryList, KeyForm, OneTimeSecret, WebhookForm };
});

/** The modules that the page loads later. */
export type ApiForms = NonNullable<typeof lazyForms.module.value>;

/** Loads the forms of the page and renders one of them. */
export function LazyForms({ children }: { children: (forms: ApiForms) => ReactNode }) {
  useSignals();
  const forms = lazyForms.module.value;
  useEffect(() => void lazyForms.load(), []);
  if (forms) return children(forms);
  if (lazyForms.hasFailed.value)
    return <LoadError code="network" role="alert" onRetry={() => void lazyForms.load()} />;
  return <span className="skeleton session-skeleton" aria-busy="true" />;
}
