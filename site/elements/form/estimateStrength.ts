import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import {
  estimatePassword,
  isObviousPassword,
  listGuessableNames,
  MAX_SUBSTITUTIONS,
  RUSSIAN_WORDS,
} from '#core/contract/passwordRules.ts';
import type { PasswordStrength } from './describePassword.ts';

/** The server's estimator without its dictionary of English words, which is too large for a page. */
const estimator = new ZxcvbnFactory({
  dictionary: { ...dictionary, russian: [...RUSSIAN_WORDS] },
  graphs: adjacencyGraphs,
  l33tMaxSubstitutions: MAX_SUBSTITUTIONS,
});

/**
 * Estimates how hard a password is to guess for somebody who knows the e-mail and the site's host. The
 * server also refuses uncommon English words.
 */
export function estimateStrength(password: string, email: string, host: string): PasswordStrength {
  const names = listGuessableNames(email, host);
  if (isObviousPassword(password, names)) return { score: 0, warning: 'userInputs' };
  const check = (text: string, words: string[]) => estimator.check(text, words);
  const { score, feedback } = estimatePassword(check, password, names);
  return { score, warning: feedback.warning };
}
