import type { Item } from '#core/contract/calculator.ts';

const latin = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const russian = 'йцукенгшщзхъфывапролджэячсмитьбюё';

const plain = (text: string) => text.toLowerCase().replaceAll('ё', 'е').trim();

/** The same keys in the other layout: «ыиук» is sber, "cth" is «сбе». */
function turned(text: string): string {
  return [...text]
    .map(letter => {
      const [at, back] = [latin.indexOf(letter), russian.indexOf(letter)];
      return (at >= 0 ? russian[at] : back >= 0 ? latin[back] : letter) ?? letter;
    })
    .join('');
}

/**
 * How well a currency answers what a person types into the search, in either layout: 0 when its name, ticker or code
 * begins so, 1 when it is anywhere in them, an alias or the network, null when nowhere.
 */
export function matching(query: string): (item: Item) => 0 | 1 | null {
  const wanted = [plain(query), plain(turned(query.toLowerCase()))];
  if (wanted[0] === '') return () => 0;
  return item => {
    const own = [item.name, item.ticker, item.code].map(plain);
    const words = [...own, item.network ?? '', ...item.aliases].map(plain);
    if (wanted.some(one => own.some(word => word.startsWith(one)))) return 0;
    return wanted.some(one => words.some(word => word.includes(one))) ? 1 : null;
  };
}
