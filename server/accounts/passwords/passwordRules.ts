import { PASSWORD_MAX_LENGTH } from '#core/contract/user.ts';
import type { Config } from '../../config.ts';
import type { FieldErrors } from '../../http/problemResult.ts';

/** Smallest score of zxcvbn, from 0 to 4: about 10⁸ guesses. */
const MIN_STRENGTH_SCORE = 3;

/** The estimate takes time that grows faster than the length. */
const MAX_ESTIMATED_LENGTH = 32;

/** Ways to read digits and signs as letters that are tried; the default takes half a second. */
const MAX_SUBSTITUTIONS = 16;

const SITE_NAMES = ['razmen', 'размен'];

/** Characters of a password besides the e-mail and the site's name. */
const MIN_OWN_CHARACTERS = 8;

/** Keys of the Russian layout, and of the English one in the same places. */
const RUSSIAN_KEYS = 'йцукенгшщзхъфывапролджэячсмитьбю';
const ENGLISH_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,.";

/** Russian words of many passwords: the packages have dictionaries of English only. */
const RUSSIAN_WORDS =
  'пароль привет любовь солнце россия москва наташа максим андрей сергей александр марина светлана дмитрий зенит ' +
  'спартак кошка собака деньги вход админ люблю тебя мой моя секрет обмен биткоин крипта кошелек';

let estimator: Promise<StrengthEstimator> | undefined;

/**
 * Checks a new password of the account with this e-mail: length, the e-mail and the site's name, strength. Returns the
 * error of its field, or null.
 */
export async function checkNewPassword(
  { passwordMin, publicOrigin }: Pick<Config, 'passwordMin' | 'publicOrigin'>,
  password: string,
  email: string,
): Promise<FieldErrors[string] | null> {
  const text = password.normalize('NFKC');
  const length = [...text].length;
  if (length < passwordMin) return { code: 'password_short', min: passwordMin };
  if (length > PASSWORD_MAX_LENGTH) return { code: 'password_long', max: PASSWORD_MAX_LENGTH };
  const names = listNames(email, publicOrigin);
  const own = names.reduce((rest, name) => rest.replaceAll(name, ''), text.toLowerCase());
  if ([...own].length < MIN_OWN_CHARACTERS && own.length < text.length) return { code: 'password_obvious' };
  estimator ??= createEstimator();
  const { check } = await estimator;
  return check(text.slice(0, MAX_ESTIMATED_LENGTH), names) < MIN_STRENGTH_SCORE
    ? { code: 'password_weak' }
    : null;
}

/** What everybody can guess: the e-mail, its part before the @, the site's name and host; the longest first. */
function listNames(email: string, publicOrigin: string): string[] {
  const names = [
    email,
    email.slice(0, email.lastIndexOf('@')),
    new URL(publicOrigin).hostname,
    ...SITE_NAMES,
  ];
  return names
    .map(name => name.toLowerCase())
    .filter(name => name.length > 3)
    .toSorted((a, b) => b.length - a.length);
}

/** Estimates the strength of a text, from 0 to 4. `names` are as easy to guess as common words. */
interface StrengthEstimator {
  check: (text: string, names: readonly string[]) => number;
}

/** Loads the dictionaries, some megabytes, when the first password is checked. */
async function createEstimator(): Promise<StrengthEstimator> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  const zxcvbn = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary, russian: RUSSIAN_WORDS.split(' ') },
    graphs: common.adjacencyGraphs,
    l33tMaxSubstitutions: MAX_SUBSTITUTIONS,
  });
  return {
    check: (text, names) =>
      Math.min(...listSpellings(text).map(spelling => zxcvbn.check(spelling, [...names]).score)),
  };
}

/** The text, and what its keys give in the English layout: «йцукен» is as easy to guess as “qwerty”. */
function listSpellings(text: string): string[] {
  const english = text
    .toLowerCase()
    .replace(/[а-я]/g, letter => ENGLISH_KEYS[RUSSIAN_KEYS.indexOf(letter)] ?? letter);
  return english === text.toLowerCase() ? [text] : [text, english];
}
