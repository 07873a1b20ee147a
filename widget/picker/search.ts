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

/** A test for what a person types into the search: name, ticker, code, alias or network, in either layout. */
export function matching(query: string): (item: Item) => boolean {
  const wanted = [plain(query), plain(turned(query.toLowerCase()))];
  if (wanted[0] === '') return () => true;
  return item => {
    const words = [item.name, item.ticker, item.code, item.network ?? '', ...item.aliases].map(plain);
    return wanted.some(one => one !== '' && words.some(word => word.includes(one)));
  };
}
