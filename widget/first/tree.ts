import type { Tree } from '#core/contract/form.ts';

const TOKEN = /<!--.*?-->|<\/[\w-]+>|<([\w-]+)((?:\s[\w:-]+="[^"]*")*)\s*(\/?)>|[^<]+/gy;
const ATTRIBUTE = /([\w:-]+)="([^"]*)"/g;

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

const plain = (text: string) =>
  text.replace(/&(?:amp|lt|gt|quot|#x27);/g, entity => ENTITIES[entity] ?? entity);

/**
 * Markup as React writes it → the same as trees; comments between texts fall away, the texts stay apart. Throws on
 * anything that is not written as React writes it.
 */
export function tree(html: string): Tree[] {
  const top: Tree = ['', {}];
  const open: Tree[] = [top];
  let end = 0;
  for (const token of html.matchAll(TOKEN)) {
    const [text, tag, attributes = '', closed] = token;
    end = token.index + text.length;
    const parent = open.at(-1) ?? top;
    if (tag !== undefined) {
      const pairs = [...attributes.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [
        name,
        plain(value),
      ]);
      const made: Tree = [tag, Object.fromEntries(pairs) as Record<string, string>];
      parent.push(made);
      if (!closed) open.push(made);
    } else if (text.startsWith('</')) open.pop();
    else if (!text.startsWith('<!')) parent.push(plain(text));
  }
  if (end !== html.length || open.length !== 1)
    throw new Error(`markup that React does not write, at ${end}`);
  const [, , ...found] = top;
  return found as Tree[];
}
