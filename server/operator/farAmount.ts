import type { Units } from '#core/exchange/amount.ts';

/** How many times larger or smaller an amount is that a person has to confirm. */
const FAR_RATIO = 10n;

/** Whether two positive amounts differ ten times or more, as by a mistyped figure. */
export const isFarAmount = (one: Units, other: Units): boolean =>
  one >= other * FAR_RATIO || other >= one * FAR_RATIO;
