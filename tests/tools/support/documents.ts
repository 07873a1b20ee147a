import { readFileSync } from 'node:fs';

/** The repository's folder. */
export const root = new URL('../../../', import.meta.url);
/** The text of a file of the repository. */
export const readRepositoryFile = (path: string) => readFileSync(new URL(path, root), 'utf8');
/** The source of the element, with its doc block. */
export const element = readRepositoryFile('widget/element.ts');

/** Names behind a tag of the element's doc block: `@attribute cur_from - …` → cur_from. */
export function listDocumented(tag: string): string[] {
  return [...element.matchAll(new RegExp(`^ \\* @${tag} ([\\w-]+) - `, 'gm'))].map(match => match[1] ?? '');
}

/** Code spans of the first cells of a document's table under a heading cell: `| Attribute… |`. */
export function listTableCells(heading: string, document = 'PARTNERS.md'): string[] {
  const table =
    readRepositoryFile(document)
      .split('\n\n')
      .find(block => block.startsWith(`| ${heading}`)) ?? '';
  const first = table
    .split('\n')
    .slice(2)
    .map(line => line.split('|')[1] ?? '');
  return first.flatMap(cell => [...cell.matchAll(/`([^`]+)`/g)].map(match => match[1] ?? ''));
}
