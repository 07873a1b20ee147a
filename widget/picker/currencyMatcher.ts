import type { CurrencyItem } from '#core/contract/calculator.ts';

const LATIN_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const RUSSIAN_KEYS = 'йцукенгшщзхъфывапролджэячсмитьбюё';

const normalizeSearchText = (text: string) => text.toLowerCase().replaceAll('ё', 'е').trim();

/** Converts text typed in the wrong keyboard layout: «ыиук» → sber, "cth" → «сбе». */
function switchLayout(text: string): string {
  return [...text]
    .map(letter => {
      const [latinIndex, russianIndex] = [LATIN_KEYS.indexOf(letter), RUSSIAN_KEYS.indexOf(letter)];
      return (
        (latinIndex >= 0
          ? RUSSIAN_KEYS[latinIndex]
          : russianIndex >= 0
            ? LATIN_KEYS[russianIndex]
            : letter) ?? letter
      );
    })
    .join('');
}

/**
 * Creates a function that ranks a currency for a search query in either keyboard layout: 0 if its name, ticker or code
 * starts with the query; 1 if these, an alias or the network contain it; null if nothing matches.
 */
export function createCurrencyMatcher(query: string): (item: CurrencyItem) => 0 | 1 | null {
  const queries = [normalizeSearchText(query), normalizeSearchText(switchLayout(query.toLowerCase()))];
  if (queries[0] === '') return () => 0;
  return item => {
    const mainTexts = [item.name, item.ticker, item.code].map(normalizeSearchText);
    const allTexts = [...mainTexts, item.network ?? '', ...item.aliases].map(normalizeSearchText);
    if (queries.some(one => mainTexts.some(word => word.startsWith(one)))) return 0;
    return queries.some(one => allTexts.some(word => word.includes(one))) ? 1 : null;
  };
}
