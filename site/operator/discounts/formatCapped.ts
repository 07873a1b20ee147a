import { pluralize } from '#core/pluralize.ts';

/** Formats the number of pairs on which the threshold of the margin reduces a discount; "" if on none. */
export const formatCapped = (pairs: number): string =>
  pairs === 0
    ? ''
    : `не полностью на ${pluralize(pairs, ['направлении', 'направлениях', 'направлениях'])}: мешает порог маржи`;
