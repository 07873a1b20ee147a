import { defineFilters } from '../account/listFilters.ts';
import { MAX_SEARCH_LENGTH } from '../account/claims/claimFilters.ts';

const parseText = (text: string | null): string => (text ?? '').trim().slice(0, MAX_SEARCH_LENGTH);

/** Filters of the audit log. `by`: beginning of a person's name; `target`: of an object, or a claim's number. */
export const auditFilters = defineFilters({
  target: ['target', parseText],
  by: ['by', parseText],
});
export type AuditView = ReturnType<typeof auditFilters.parse>;
