import { createLazyModule } from './lazyModule.ts';

/** The claim's model and screens, loaded when a person starts to use the form. */
export const lazyClaim = createLazyModule(() => import('../claim/entry.ts'));

/** Validation of the claim's fields, loaded with the claim so that it is ready on the first blur. */
export const lazyFieldChecks = createLazyModule(() => import('#core/exchange/form/draftValidation.ts'));
