import { useEffect, type ReactNode } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { createLazyModule } from '#widget/lazy/lazyModule.ts';
import { LoadError } from '../../../live/LoadError.tsx';

/** Loaded when something is to be changed: most visits only look. The build puts them into one file. */
const lazyForms = createLazyModule(async () => {
  const [{ ConfirmedAction }, { KeyForm }, { WebhookForm }] = await Promise.all([
    import('./ConfirmedAction.tsx'),
    import('./KeyForm.tsx'),
    import('./WebhookForm.tsx'),
  ]);
  return { ConfirmedAction, KeyForm, WebhookForm };
});

type Forms = NonNullable<typeof lazyForms.module.value>;

/** Loads the forms of the page and renders one of them. */
export function LazyForms({ children }: { children: (forms: Forms) => ReactNode }) {
  useSignals();
  const forms = lazyForms.module.value;
  useEffect(() => void lazyForms.load(), []);
  if (forms) return children(forms);
  if (lazyForms.hasFailed.value)
    return <LoadError code="network" role="alert" onRetry={() => void lazyForms.load()} />;
  return <span className="skeleton session-skeleton" aria-busy="true" />;
}
