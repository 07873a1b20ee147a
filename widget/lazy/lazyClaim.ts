import { createLazyModule } from './lazyModule.ts';

/** Everything after the form: its model and its screens, fetched when a person begins to fill in. */
export const lazyClaim = createLazyModule(() => import('../claim/entry.ts'));

/** The rules of its fields, fetched along: a field that is left must not wait for them. */
export const lazyFieldChecks = createLazyModule(() => import('#core/exchange/form/draftValidation.ts'));
