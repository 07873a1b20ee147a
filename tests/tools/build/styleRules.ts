import { readRepositoryFile } from '../support/documents.ts';

/** A rule of a style sheet. It concerns elements of a page that has all `classes`. */
export interface StyleRule {
  sheet: string;
  selector: string;
  classes: readonly string[];
}

/** Conditions around rules. The blocks of other at-rules, such as keyframes, contain no class. */
const CONDITION = /^@(?:media|supports|container|layer)\b/;

/** Splits the text of a style sheet into blocks: what is before a `{`, and what is up to its `}`. */
function splitBlocks(text: string): { head: string; body: string }[] {
  const blocks: { head: string; body: string }[] = [];
  let depth = 0;
  let start = 0;
  let bodyStart = 0;
  for (const { 0: sign, index } of text.matchAll(/[{};]/g)) {
    if (sign === '{' && depth++ === 0) bodyStart = index + 1;
    else if (sign === '}' && --depth === 0) {
      blocks.push({ head: text.slice(start, bodyStart - 1).trim(), body: text.slice(bodyStart, index) });
      start = index + 1;
    } else if (sign === ';' && depth === 0) start = index + 1;
  }
  return blocks;
}

/** Removes arguments that name alternatives or exceptions. A class in `:has()` is required like the rest. */
function removeAlternatives(selectors: string): string {
  const shorter = selectors.replace(/(:[\w-]+)\(([^()]*)\)/, (_, name: string, value: string) =>
    name === ':has' ? ` ${value.replaceAll(',', ' ')} ` : '',
  );
  return shorter === selectors ? selectors : removeAlternatives(shorter);
}

/** The rules of a style sheet's text that require a class. */
export function parseStyleRules(sheet: string, text: string): StyleRule[] {
  return splitBlocks(text.replace(/\/\*.*?\*\//gs, '')).flatMap(({ head, body }) => {
    if (CONDITION.test(head)) return parseStyleRules(sheet, body);
    if (head.startsWith('@')) return [];
    return removeAlternatives(head)
      .split(',')
      .map(selector => ({
        sheet,
        selector: selector.trim().replace(/\s+/g, ' '),
        classes: [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name),
      }))
      .filter(({ classes }) => classes.length > 0);
  });
}

/** Reads the rules of a style sheet of the repository. */
export const readStyleRules = (sheet: string) => parseStyleRules(sheet, readRepositoryFile(sheet));
