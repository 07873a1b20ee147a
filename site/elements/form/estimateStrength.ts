import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import type { PasswordStrength } from './describePassword.ts';

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/** Words that a password of this site may not rest on. */
const SITE_WORDS = ['razmen', 'размен', 'exchange', 'обмен'];

/** Estimates how hard a password is to guess for somebody who knows the e-mail. */
export function estimateStrength(password: string, email: string): PasswordStrength {
  const words = [email, ...email.split('@'), ...email.split(/[@.+_-]/)].filter(word => word.length > 2);
  const { score, feedback } = estimator.check(password.normalize('NFKC'), [...words, ...SITE_WORDS]);
  return { score, warning: feedback.warning };
}
