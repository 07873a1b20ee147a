import { pluralize } from '#core/pluralize.ts';

/** Formats the number of pairs on which the threshold of the margin reduces a discount; "" if on none. */
export const formatCapped = (pairs: number): string =>
  pairs === 0
    ? ''
    : `не\u00a0полностью на\u00a0${pluralize(pairs, ['направлении', 'направлениях', 'направлениях'])}: мешает порог маржи`;
