import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import type { PasswordStrength } from './describePassword.ts';

/** The estimate takes time that grows faster than the length. The server estimates as many characters. */
const MAX_ESTIMATED_LENGTH = 32;

const estimator = new ZxcvbnFactory({
  dictionary,
  graphs: adjacencyGraphs,
  // The default tries so many readings of digits and signs that typing stalls.
  l33tMaxSubstitutions: 16,
});

/** Words that a password of this site may not rest on. */
const SITE_WORDS = ['razmen', 'размен', 'exchange', 'обмен'];

/** Estimates how hard a password is to guess for somebody who knows the e-mail. */
export function estimateStrength(password: string, email: string): PasswordStrength {
  const words = [email, ...email.split('@'), ...email.split(/[@.+_-]/)].filter(word => word.length > 2);
  const { score, feedback } = estimator.check(password.normalize('NFKC').slice(0, MAX_ESTIMATED_LENGTH), [
    ...words,
    ...SITE_WORDS,
  ]);
  return { score, warning: feedback.warning };
}
