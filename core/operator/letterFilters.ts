import { defineFilters } from '../account/listFilters.ts';

/** Filter of the e-mails that could not be sent; null: the dead ones. */
export const letterFilters = defineFilters({
  state: ['state', text => (text === 'delayed' ? text : null)],
});
