import {
  checkPasswordLength,
  estimatePassword,
  isObviousPassword,
  listGuessableNames,
  MAX_SUBSTITUTIONS,
  MIN_STRENGTH_SCORE,
  RUSSIAN_WORDS,
} from '#core/contract/passwordRules.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import type { FieldErrors } from '#server/platform/http/problem.ts';
import { isPasswordLeaked } from './leakedPasswords.ts';

let estimator: ReturnType<typeof createEstimator> | undefined;

/**
 * Checks a new password of the account with this e-mail: length, the e-mail and the site's name, strength, known leaks.
 * Returns the error of its field, or null.
 */
export async function checkNewPassword(
  context: Pick<ExchangeContext, 'config' | 'log'>,
  password: string,
  email: string,
): Promise<FieldErrors[string] | null> {
  const { passwordMin, publicOrigin } = context.config;
  const lengthError = checkPasswordLength(password, passwordMin);
  if (lengthError) return lengthError;
  const names = listGuessableNames(email, new URL(publicOrigin).hostname);
  if (isObviousPassword(password, names)) return { code: 'password_obvious' };
  estimator ??= createEstimator();
  const zxcvbn = await estimator;
  const { score } = estimatePassword((text, words) => zxcvbn.check(text, words), password, names);
  if (score < MIN_STRENGTH_SCORE) return { code: 'password_weak' };
  return (await isPasswordLeaked(context, password)) ? { code: 'password_leaked' } : null;
}

/** Loads the dictionaries (some megabytes) at the first check of a password. */
async function createEstimator() {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary, russian: [...RUSSIAN_WORDS] },
    graphs: common.adjacencyGraphs,
    l33tMaxSubstitutions: MAX_SUBSTITUTIONS,
  });
}
