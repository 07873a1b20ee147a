import type { CurrencyItem } from '#core/contract/calculator.ts';

const LATIN_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const RUSSIAN_KEYS = 'йцукенгшщзхъфывапролджэячсмитьбюё';

const normalizeSearchText = (text: string) => text.toLowerCase().replaceAll('ё', 'е').trim();

/** The same keys in the other layout: «ыиук» is sber, "cth" is «сбе». */
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
 * How well a currency answers what a person types into the search, in either layout: 0 when its name, ticker or code
 * begins so, 1 when it is anywhere in them, an alias or the network, null when nowhere.
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
