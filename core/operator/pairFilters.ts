import { defineFilters } from '../account/listFilters.ts';
import { MAX_PAIR_SEARCH_LENGTH, PAIR_STATES } from '../contract/operator/pairs.ts';

/** Filters of the pairs. `search`: words of either side. */
export const pairFilters = defineFilters({
  state: ['state', text => PAIR_STATES.find(state => state === text) ?? null],
  search: ['q', (text): string => (text ?? '').trim().slice(0, MAX_PAIR_SEARCH_LENGTH)],
});
export type PairView = ReturnType<typeof pairFilters.parse>;
