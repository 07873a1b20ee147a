import { PASSWORD_MAX_LENGTH } from './user.ts';

/** Smallest score of zxcvbn, from 0 to 4, that a new password has: about 10⁸ guesses. */
export const MIN_STRENGTH_SCORE = 3;

/** Maximum number of letter substitutions that zxcvbn tries; its default takes half a second. */
export const MAX_SUBSTITUTIONS = 16;

/** Russian words that are common in passwords. The packages of zxcvbn have only English dictionaries. */
export const RUSSIAN_WORDS: readonly string[] = (
  'пароль привет любовь солнце россия москва наташа максим андрей сергей александр марина светлана дмитрий зенит ' +
  'спартак кошка собака деньги вход админ люблю тебя мой моя секрет обмен биткоин крипта кошелек'
).split(' ');

/** The time of an estimate grows faster than the length. */
const MAX_ESTIMATED_LENGTH = 32;

const SITE_NAMES = ['razmen', 'размен'];

/** Characters of a password besides the e-mail and the site's name. */
const MIN_OWN_CHARACTERS = 8;

/** Keys of the Russian layout, and of the English one in the same places. */
const RUSSIAN_KEYS = 'йцукенгшщзхъфывапролджэячсмитьбю';
const ENGLISH_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,.";

/** Normalizes equivalent characters, as the hashing of the password does. */
const normalize = (password: string): string => password.normalize('NFKC');

/** Length of a password in characters. */
export const countCharacters = (password: string): number => [...normalize(password)].length;

/** Checks the length of a new password. `min`: the server's minimum, characters. Returns code and limit, or null. */
export function checkPasswordLength(
  password: string,
  min: number,
): { code: 'password_short'; min: number } | { code: 'password_long'; max: number } | null {
  const length = countCharacters(password);
  if (length < min) return { code: 'password_short', min };
  return length > PASSWORD_MAX_LENGTH ? { code: 'password_long', max: PASSWORD_MAX_LENGTH } : null;
}

/**
 * Lists guessable names: the e-mail, its part before the @, the site's name and host; the
 * longest first. `email` is "" if it is unknown.
 */
export function listGuessableNames(email: string, host: string): string[] {
  const names = [email, email.slice(0, Math.max(email.lastIndexOf('@'), 0)), host, ...SITE_NAMES];
  return names
    .map(name => name.toLowerCase())
    .filter(name => name.length > 3)
    .toSorted((a, b) => b.length - a.length);
}

/** Whether a password consists of little more than these names. */
export function isObviousPassword(password: string, names: readonly string[]): boolean {
  const text = normalize(password).toLowerCase();
  const own = names.reduce((rest, name) => rest.replaceAll(name, ''), text);
  return [...own].length < MIN_OWN_CHARACTERS && own.length < text.length;
}

/** The result of zxcvbn: a score from 0 to 4, and why it is low. */
export interface StrengthEstimate {
  score: number;
  feedback: { warning: string | null };
}

/**
 * Estimates a password with zxcvbn's `check`, also as its keys read in the English layout: «йцукен» is as easy to guess as
 * “qwerty”. Returns the lower estimate. `names` are as easy to guess as common words.
 */
export function estimatePassword(
  check: (text: string, names: string[]) => StrengthEstimate,
  password: string,
  names: readonly string[],
): StrengthEstimate {
  const text = normalize(password).slice(0, MAX_ESTIMATED_LENGTH);
  const estimate = check(text, [...names]);
  const english = text
    .toLowerCase()
    .replace(/[а-я]/g, letter => ENGLISH_KEYS[RUSSIAN_KEYS.indexOf(letter)] ?? letter);
  if (english === text.toLowerCase()) return estimate;
  const englishEstimate = check(english, [...names]);
  return englishEstimate.score < estimate.score ? englishEstimate : estimate;
}
