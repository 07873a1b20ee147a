import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#core/contract/user.ts';
import { formatMessage } from '#core/messages.ts';
import { pluralize } from '#core/pluralize.ts';

/** Lowest score (0…4) that the server accepts. */
const MIN_SCORE = 3;

/** Score from 0 to 4, and why it is low, as zxcvbn names it. */
export interface PasswordStrength {
  score: number;
  warning: string | null;
}

/** Length of a password in characters. `strength` is null until the estimator has loaded. */
export interface PasswordAssessment {
  length: number;
  strength: PasswordStrength | null;
}

const WARNINGS: Readonly<Record<string, string>> = {
  straightRow: 'Соседние клавиши подбирают первыми',
  keyPattern: 'Соседние клавиши подбирают первыми',
  simpleRepeat: 'Повторы легко подобрать',
  extendedRepeat: 'Повторы легко подобрать',
  sequences: 'Ряды вроде abc и\u00a0123 легко подобрать',
  recentYears: 'Годы легко подобрать',
  dates: 'Даты легко подобрать',
  topTen: 'Это один из\u00a0самых частых паролей',
  topHundred: 'Это один из\u00a0самых частых паролей',
  common: 'Это частый пароль',
  similarToCommon: 'Это похоже на\u00a0частый пароль',
  wordByItself: 'Одно слово легко подобрать',
  namesByThemselves: 'Имена легко подобрать',
  commonNames: 'Имена легко подобрать',
  userInputs: 'В\u00a0пароле есть ваша почта или название сайта',
};

/** Length in characters, as the server counts it. */
export const countCharacters = (password: string): number => [...password.normalize('NFKC')].length;

/** Message about a new password of a wrong length; null if it fits. The server checks the rest. */
export function findPasswordError(password: string): string | null {
  const length = countCharacters(password);
  if (length === 0) return formatMessage('empty');
  if (length < PASSWORD_MIN_LENGTH) return formatMessage('password_short', { min: PASSWORD_MIN_LENGTH });
  return length > PASSWORD_MAX_LENGTH ? formatMessage('password_long', { max: PASSWORD_MAX_LENGTH }) : null;
}

/** Text of the meter and its level: `none`, `weak`, `fair` or `strong`. */
export function describePassword({ length, strength }: PasswordAssessment): { level: string; text: string } {
  if (length === 0)
    return {
      level: 'none',
      text: `От\u00a0${PASSWORD_MIN_LENGTH}\u00a0знаков. Подойдут несколько случайных слов`,
    };
  if (length < PASSWORD_MIN_LENGTH) {
    const missing = PASSWORD_MIN_LENGTH - length;
    return { level: 'weak', text: `Ещё ${pluralize(missing, ['знак', 'знака', 'знаков'])}` };
  }
  if (length > PASSWORD_MAX_LENGTH)
    return { level: 'weak', text: formatMessage('password_long', { max: PASSWORD_MAX_LENGTH }) };
  if (!strength) return { level: 'none', text: 'Длины хватает' };
  if (strength.score < MIN_SCORE) {
    const warning = WARNINGS[strength.warning ?? ''] ?? 'Такой пароль легко подобрать';
    return { level: strength.score < 2 ? 'weak' : 'fair', text: `${warning}. Добавьте необычное слово` };
  }
  return { level: 'strong', text: 'Надёжный пароль' };
}
