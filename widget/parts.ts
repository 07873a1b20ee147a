import { chunk } from './chunk.ts';

/** Everything after the form: its model and its screens, fetched when a person begins to fill in. */
export const part = chunk(() => import('./claim/part.ts'));

/** The rules of its fields, fetched along: a field that is left must not wait for them. */
export const rules = chunk(() => import('#core/exchange/checks.ts'));
