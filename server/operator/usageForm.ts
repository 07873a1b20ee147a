/** A word of a call: fixed (`name` null), one of several (`action`), or any text. */
interface UsageWord {
  name: string | null;
  /** Null: any text. */
  choices: readonly string[] | null;
  isOptional: boolean;
}

interface UsageOption {
  name: string;
  takesValue: boolean;
  isOptional: boolean;
}

/** One form of a call, parsed from its usage line. */
export interface UsageForm {
  usage: string;
  words: readonly UsageWord[];
  options: readonly UsageOption[];
  /** Its fixed words, the name of the command first. */
  fixedWords: readonly string[];
  /** Whether further words may follow. */
  isOpenEnded: boolean;
}

/**
 * Parses a usage line, which is the grammar of a call: `requisite <id> on|off` has the argument `id` and, for one of
 * several words, the argument `action`; `[code]` is an optional argument, `[--force]` an optional option, `--reason
 * <text>` a mandatory one, `…` stands for further words.
 */
export function parseUsage(usage: string): UsageForm {
  const words: UsageWord[] = [];
  const options: UsageOption[] = [];
  const parts: readonly string[] = usage.match(/\[.*?\]|--\S+ \S+|\S+/g) ?? [];
  for (const part of parts.filter(text => text !== '…')) {
    const isOptional = part.startsWith('[');
    const text = isOptional ? part.slice(1, -1) : part;
    const [option = '', value] = text.split(' ');
    const isChoice = text.includes('|');
    const argument = /<(\w+)/.exec(text)?.[1] ?? (isOptional && !isChoice ? text : null);
    if (option.startsWith('--'))
      options.push({ name: option.slice(2), takesValue: value !== undefined, isOptional });
    else if (argument !== null) words.push({ name: argument, choices: null, isOptional });
    else words.push({ name: isChoice ? 'action' : null, choices: text.split('|'), isOptional });
  }
  const fixedWords = words.flatMap(({ name, choices }) => (name === null && choices) || []);
  return { usage, words, options, fixedWords, isOpenEnded: parts.includes('…') };
}

/** Returns the arguments of a call by name, or null if its words have another form. */
export function matchWords(
  { words, isOpenEnded }: UsageForm,
  given: readonly string[],
): Record<string, string> | null {
  const required = words.filter(({ isOptional }) => !isOptional).length;
  if (given.length < required || (given.length > words.length && !isOpenEnded)) return null;
  if (words.some(({ choices }, at) => choices && given[at] !== undefined && !choices.includes(given[at])))
    return null;
  return Object.fromEntries(
    words.flatMap(({ name }, at) => (name !== null && given[at] !== undefined ? [[name, given[at]]] : [])),
  );
}
