const LATIN_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const RUSSIAN_KEYS = 'йцукенгшщзхъфывапролджэячсмитьбюё';

/** Russian letters in the order of `LATIN_LETTERS`. */
const RUSSIAN_LETTERS = 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя';
const LATIN_LETTERS = 'a b v g d e e zh z i i k l m n o p r s t u f h c ch sh sch  y  e yu ya'.split(' ');

/** Converts a text typed in the wrong keyboard layout, in either direction: «ивс» → btc, «,bnrjby» → «биткоин». */
export function switchLayout(text: string): string {
  return [...text.toLowerCase()]
    .map(letter => {
      const [latinIndex, russianIndex] = [LATIN_KEYS.indexOf(letter), RUSSIAN_KEYS.indexOf(letter)];
      return RUSSIAN_KEYS[latinIndex] ?? LATIN_KEYS[russianIndex] ?? letter;
    })
    .join('');
}

/** Splits a text into words in lower case and Latin letters: «Т-Банк» → t, bank. Equal sounds become equal words. */
export function splitWords(text: string): string[] {
  const latin = text
    .toLowerCase()
    .replaceAll(/[а-яё]/g, letter => LATIN_LETTERS[RUSSIAN_LETTERS.indexOf(letter)] ?? letter);
  return latin.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}
