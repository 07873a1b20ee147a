import { EMAIL, HOURS } from '../contact.ts';
import { ContentError } from './frontmatter.ts';
import { typography } from './typography.ts';

/** A node of a Markdown tree, as far as we look into it. */
export interface Node {
  type: string;
  depth?: number;
  value?: string;
  url?: string;
  children?: Node[];
  data?: Record<string, unknown>;
  position?: { start: { line: number } };
}

/** A heading that a link can lead to. */
export interface Heading {
  id: string;
  text: string;
}

/** A question of a page of questions; `answer` as plain text. */
export interface Question extends Heading {
  answer: string;
}

/** What is found while a file is compiled. */
export interface Found {
  outline: Heading[];
  questions: Question[];
}

/** All text of a node; blocks are parted by a space. */
export function text({ value, type, children = [] }: Node): string {
  if (value !== undefined) return value;
  return children.map(text).join(['paragraph', 'heading', 'text', 'link'].includes(type) ? '' : ' ');
}

/** The words that a content file may leave to the program. */
const WORDS: Readonly<Record<string, string>> = { email: EMAIL, hours: HOURS };

/**
 * Makes the tree of `file` ours: no-break spaces; `## Heading {#id}` gets its id; `### Question {#id}` and what follows
 * becomes a `<details>`; `{{email}}` the address that people
 * write to. Tells `found` of them. Throws ContentError.
 */
export function shape(file: string, found: Found) {
  return () => (root: Node) => {
    const refuse = (node: Node, what: string): never => {
      throw new ContentError(file, node.position?.start.line ?? 1, what);
    };
    visit(root, node => {
      if (node.type === 'html') refuse(node, 'HTML is not shown: write Markdown');
      if (node.type === 'heading' && node.depth === 1) refuse(node, 'the heading of the page is its title');
      if (node.url !== undefined) node.url = filled(node.url);
      if (node.type === 'text') node.value = typography(filled(node.value ?? ''));
      if (node.type === 'heading') {
        const id = named(node);
        if (id) node.data = { hProperties: node.depth === 2 ? { id, tabIndex: -1 } : { id } };
        if (id && node.depth === 2) found.outline.push({ id, text: text(node) });
        if (!id && node.depth === 3) refuse(node, 'a question needs a name for links: ### Text {#name}');
      }
    });
    const ids = new Set<unknown>();
    visit(root, node => {
      const id = (node.data?.['hProperties'] as { id?: string } | undefined)?.id;
      if (id !== undefined && ids.has(id)) refuse(node, `#${id} is there twice`);
      ids.add(id);
    });
    root.children = questions(root.children ?? [], found);
  };
}

function visit(node: Node, look: (node: Node) => void): void {
  look(node);
  for (const child of node.children ?? []) visit(child, look);
}

function filled(text: string): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => WORDS[name] ?? whole);
}

/** Takes `{#id}` off the end of a heading. */
function named(heading: Node): string | null {
  const last = heading.children?.at(-1);
  const match = / ?\{#([a-z][a-z0-9-]*)\}$/.exec(last?.value ?? '');
  if (!last || !match) return null;
  last.value = last.value?.slice(0, match.index) ?? '';
  return match[1] ?? null;
}

/** Every third-level heading and what stands under it, as one part that opens. */
function questions(nodes: readonly Node[], found: Found): Node[] {
  const done: Node[] = [];
  let answer: Node | null = null;
  const element = (hName: string, children: Node[], hProperties: object = {}): Node => ({
    type: 'part',
    children,
    data: { hName, hProperties },
  });
  const end = () => {
    const asked = found.questions.at(-1);
    if (answer && asked)
      asked.answer = text(answer)
        .replace(/[ \n]+/g, ' ')
        .trim();
    answer = null;
  };
  for (const node of nodes) {
    if (node.type === 'heading') end();
    if (node.type === 'heading' && node.depth === 3) {
      const { id = '' } = (node.data?.['hProperties'] ?? {}) as { id?: string };
      found.questions.push({ id, text: text(node), answer: '' });
      answer = element('div', []);
      // A heading inside, so that the questions are in the outline that screen readers offer.
      const asked: Node = { type: 'heading', depth: 3, children: node.children ?? [] };
      done.push(element('details', [element('summary', [asked]), answer], { id }));
    } else if (answer) answer.children?.push(node);
    else done.push(node);
  }
  end();
  return done;
}
