import { checkPasswordLength, countCharacters, MIN_STRENGTH_SCORE } from '#core/contract/passwordRules.ts';
import { PASSWORD_MAX_LENGTH } from '#core/contract/user.ts';
import { formatAccountMessage } from '#core/accountMessages.ts';
import { pluralize } from '#core/pluralize.ts';

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
  sequences: 'Ряды вроде abc и 123 легко подобрать',
  recentYears: 'Годы легко подобрать',
  dates: 'Даты легко подобрать',
  topTen: 'Это один из самых частых паролей',
  topHundred: 'Это один из самых частых паролей',
  common: 'Это частый пароль',
  similarToCommon: 'Это похоже на частый пароль',
  wordByItself: 'Одно слово легко подобрать',
  namesByThemselves: 'Имена легко подобрать',
  commonNames: 'Имена легко подобрать',
  userInputs: 'В пароле есть ваша почта или название сайта',
};

/**
 * Message about a new password of a wrong length, else null. `min`: the server's minimum,
 * characters. The server makes all other checks.
 */
export function findPasswordError(password: string, min: number): string | null {
  if (countCharacters(password) === 0) return formatAccountMessage('empty');
  const error = checkPasswordLength(password, min);
  if (!error) return null;
  const { code, ...limit } = error;
  return formatAccountMessage<string>(code, limit);
}

/** Text of the meter and its level: `none`, `weak`, `fair` or `strong`. `min`: as in `findPasswordError`. */
export function describePassword(
  { length, strength }: PasswordAssessment,
  min: number,
): { level: string; text: string } {
  if (length === 0)
    return {
      level: 'none',
      text: `От ${min} знаков. Подойдут несколько случайных слов`,
    };
  if (length < min) {
    const missing = min - length;
    return { level: 'weak', text: `Ещё ${pluralize(missing, ['знак', 'знака', 'знаков'])}` };
  }
  if (length > PASSWORD_MAX_LENGTH)
    return { level: 'weak', text: formatAccountMessage('password_long', { max: PASSWORD_MAX_LENGTH }) };
  if (!strength) return { level: 'none', text: 'Длины хватает' };
  if (strength.score < MIN_STRENGTH_SCORE) {
    const warning = WARNINGS[strength.warning ?? ''] ?? 'Такой пароль легко подобрать';
    return { level: strength.score < 2 ? 'weak' : 'fair', text: `${warning}. Добавьте необычное слово` };
  }
  return { level: 'strong', text: 'Надёжный пароль' };
}
