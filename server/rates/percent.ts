import { fromText, toText, trim, type Units } from '#core/exchange/amount.ts';

/** Decimals that percents are counted with. */
const PLACES = 8;

/** No discount is greater than this, in percent. */
const CAP = fromText('1', PLACES);

/**
 * The discount in percent, decimal text: the best of the pair's own and the promocode's share of the margin, never
 * added up, at most 1. `share` is percent of the margin, null without a promocode.
 */
export function discount(own: string | null, margin: string, share: string | null): string {
  const shared =
    share === null
      ? 0n
      : (fromText(margin, PLACES) * fromText(share, PLACES)) / (100n * 10n ** BigInt(PLACES));
  const best = most(own === null ? 0n : fromText(own, PLACES), shared);
  return trim(toText(best > CAP ? CAP : best, PLACES));
}

function most(a: Units, b: Units): Units {
  return a > b ? a : b;
}
