import { pluralize } from '#core/pluralize.ts';

/** Says on how many pairs the threshold of the margin takes a part of a discount; "" if on none. */
export const formatCapped = (pairs: number): string =>
  pairs === 0
    ? ''
    : `не\u00a0полностью на\u00a0${pluralize(pairs, ['направлении', 'направлениях', 'направлениях'])}: мешает порог маржи`;
