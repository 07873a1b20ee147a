import { defaultTreeAdapter, parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import type { MarkupTree } from '#core/contract/markupTree.ts';

const { isElementNode, isTextNode } = defaultTreeAdapter;

/** Converts nodes to trees. React's comments between texts are dropped; the texts stay separate. */
function toMarkupTrees(nodes: readonly DefaultTreeAdapterTypes.ChildNode[]): (string | MarkupTree)[] {
  return nodes.flatMap((node): (string | MarkupTree)[] => {
    if (isTextNode(node)) return [node.value];
    if (!isElementNode(node)) return [];
    const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
    return [[node.tagName, attributes, ...toMarkupTrees(node.childNodes)]];
  });
}

/** Parses markup into trees. Throws on markup that a browser would have to correct. */
export function parseMarkup(html: string): MarkupTree[] {
  const { childNodes } = parseFragment(html, {
    onParseError({ code, startOffset }) {
      throw new Error(`markup: ${code} at ${startOffset}`);
    },
  });
  const trees = toMarkupTrees(childNodes);
  if (!trees.every(tree => typeof tree !== 'string')) throw new Error('markup: text outside of elements');
  return trees;
}
