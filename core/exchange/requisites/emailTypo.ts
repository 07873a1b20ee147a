import { levenshteinDistance } from '../pair.ts';

/** Mail providers of most visitors: a typing error in one of them is corrected to it. */
const COMMON_DOMAINS = [
  'gmail.com',
  'mail.ru',
  'yandex.ru',
  'inbox.ru',
  'list.ru',
  'bk.ru',
  'ya.ru',
  'rambler.ru',
  'internet.ru',
  'icloud.com',
  'outlook.com',
  'hotmail.com',
  'yahoo.com',
  'proton.me',
] as const;

/** Other providers, whose domains are similar to common ones. */
const OTHER_DOMAINS: ReadonlySet<string> = new Set(
  [
    'aol.com email.com fastmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net googlemail.com hey.com inbox.lv lenta.ru live.com',
    'live.ru mac.com mail.bg mail.com mail.de mail.ee mail.kz mail.ua me.com mega.ru msn.com narod.ru ok.ru pm.me post.ru',
    'pochta.ru proton.com protonmail.com qip.ru qmail.com ro.ru rocketmail.com tut.by tuta.com umail.ru vk.com vk.ru',
    'xmail.ru yahoo.co.uk yandex.by yandex.com yandex.kz yandex.ua ymail.com ymail.ru zmail.ru zoho.com',
  ]
    .join(' ')
    .split(' '),
);

/** Providers with one domain in every country: «gmail.ru» is an error. */
const SINGLE_DOMAIN_NAMES: ReadonlySet<string> = new Set(['gmail', 'icloud']);

/** Shortest name that may contain an error: shorter ones are similar to too many others. */
const MIN_NAME_LENGTH = 4;

/** Shortest name that may contain two errors. */
const LONG_NAME_LENGTH = 6;

/** Splits at the first dot: «mail» and «ru», or all after it. */
const splitDomain = (domain: string) =>
  [domain.replace(/\..*/s, ''), domain.replace(/^[^.]*\.?/, '')] as const;

/** The edit distance, in which two swapped neighbours are one error. */
function countTypingErrors(typed: string, correct: string): number {
  if (typed === correct) return 0;
  const swaps = Array.from(
    correct.slice(1),
    (letter, index) => correct.slice(0, index) + letter + correct[index] + correct.slice(index + 2),
  );
  return swaps.includes(typed) ? 1 : levenshteinDistance(typed, correct);
}

/** Number of typing errors that lead from the correct domain to the typed one; null if they are too different. */
function measureTypo(typed: string, correct: string): number | null {
  const [typedName, typedEnding] = splitDomain(typed);
  const [name, ending] = splitDomain(correct);
  if (typedName === name && SINGLE_DOMAIN_NAMES.has(name)) return typedEnding === ending ? 0 : 1;
  const nameErrors = countTypingErrors(typedName, name);
  const endingErrors = countTypingErrors(typedEnding, ending);
  const maxNameErrors = name.length < MIN_NAME_LENGTH ? 0 : name.length < LONG_NAME_LENGTH ? 1 : 2;
  return nameErrors <= maxNameErrors && endingErrors <= 1 ? nameErrors + endingErrors : null;
}

/**
 * Suggests the address that a visitor may have meant: «anna@gmial.com» → anna@gmail.com. `email` is a valid address in
 * lower case. Null for the domain of a listed provider, and if no common domain is similar.
 */
export function suggestEmail(email: string): string | null {
  const [local = '', domain = ''] = email.split('@');
  if (OTHER_DOMAINS.has(domain)) return null;
  let best: { correct: string; errors: number } | null = null;
  for (const correct of COMMON_DOMAINS) {
    const errors = measureTypo(domain, correct);
    if (errors !== null && errors < (best?.errors ?? Infinity)) best = { correct, errors };
  }
  return best === null || best.errors === 0 ? null : `${local}@${best.correct}`;
}
