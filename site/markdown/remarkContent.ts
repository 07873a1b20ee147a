import { CLAIM_STATUS_RULES } from '#core/claim/status.ts';
import { COURSE_POLL_INTERVAL_MS } from '#core/exchange/form/requests/coursePoller.ts';
import { pluralize } from '#core/pluralize.ts';
import { SUPPORT_EMAIL } from '../contactDetails.ts';
import { ContentError } from './frontmatter.ts';
import { applyTypography } from '#core/typography.ts';

/** The fields of a Markdown syntax tree node used here. */
export interface MarkdownNode {
  type: string;
  depth?: number;
  value?: string;
  url?: string;
  children?: MarkdownNode[];
  data?: Record<string, unknown>;
  position?: { start: { line: number } };
}

/** A heading with an id. */
export interface ContentHeading {
  id: string;
  text: string;
}

/** A question of the FAQ; `answer` is plain text. */
export interface FaqQuestion extends ContentHeading {
  answer: string;
}

/** Headings and questions collected during compilation. */
export interface CollectedContent {
  outline: ContentHeading[];
  questions: FaqQuestion[];
}

/** Plain text of a node; a space separates blocks. */
export function getNodeText({ value, type, children = [] }: MarkdownNode): string {
  if (value !== undefined) return value;
  return children.map(getNodeText).join(['paragraph', 'heading', 'text', 'link'].includes(type) ? '' : ' ');
}

/** Placeholders that content files may use; `{{status_hold}}` is the label of the claim status `hold`. */
const CONTENT_VARIABLES: Readonly<Record<string, string>> = {
  email: SUPPORT_EMAIL,
  course_poll_interval: pluralize(COURSE_POLL_INTERVAL_MS / 1_000, ['секунду', 'секунды', 'секунд']),
  ...Object.fromEntries(
    Object.entries(CLAIM_STATUS_RULES).map(([status, { label }]) => [`status_${status}`, label]),
  ),
};

/**
 * Transforms the syntax tree of `file`: inserts no-break spaces, assigns the ids of `## Heading {#id}`, turns
 * `### Question {#id}` with its answer into `<details>`, fills placeholders such as `{{email}}`. Adds headings and
 * questions to `collected`. Throws ContentError.
 */
export function remarkContent(file: string, collected: CollectedContent) {
  return () => (root: MarkdownNode) => {
    const rejectNode = (node: MarkdownNode, reason: string): never => {
      throw new ContentError(file, node.position?.start.line ?? 1, reason);
    };
    const fillVariables = (node: MarkdownNode, text: string) =>
      text.replace(
        /\{\{([^{}]*)\}\}/g,
        (placeholder, name: string) =>
          CONTENT_VARIABLES[name] ?? rejectNode(node, `there is no variable ${placeholder}`),
      );
    visitNodes(root, node => {
      if (node.type === 'html') rejectNode(node, 'HTML is not shown: write Markdown');
      if (node.type === 'heading' && node.depth === 1)
        rejectNode(node, 'the heading of the page is its title');
      if (node.url !== undefined) node.url = fillVariables(node, node.url);
      if (node.type === 'text') node.value = applyTypography(fillVariables(node, node.value ?? ''));
      if (node.type === 'heading') {
        const id = extractHeadingId(node);
        if (id) node.data = { hProperties: node.depth === 2 ? { id, tabIndex: -1 } : { id } };
        if (id && node.depth === 2) collected.outline.push({ id, text: getNodeText(node) });
        if (!id && node.depth === 3) rejectNode(node, 'a question needs a name for links: ### Text {#name}');
      }
    });
    const ids = new Set<unknown>();
    visitNodes(root, node => {
      const id = (node.data?.['hProperties'] as { id?: string } | undefined)?.id;
      if (id !== undefined && ids.has(id)) rejectNode(node, `#${id} is there twice`);
      ids.add(id);
    });
    root.children = groupQuestions(root.children ?? [], collected);
  };
}

function visitNodes(node: MarkdownNode, onNode: (node: MarkdownNode) => void): void {
  onNode(node);
  for (const child of node.children ?? []) visitNodes(child, onNode);
}

/** Removes `{#id}` from the end of a heading and returns the id. */
function extractHeadingId(heading: MarkdownNode): string | null {
  const lastChild = heading.children?.at(-1);
  const match = / ?\{#([a-z][a-z0-9-]*)\}$/.exec(lastChild?.value ?? '');
  if (!lastChild || !match) return null;
  lastChild.value = lastChild.value?.slice(0, match.index) ?? '';
  return match[1] ?? null;
}

/** Wraps each third-level heading and its content in `<details>`. */
function groupQuestions(nodes: readonly MarkdownNode[], collected: CollectedContent): MarkdownNode[] {
  const groupedNodes: MarkdownNode[] = [];
  let answer: MarkdownNode | null = null;
  const createElementNode = (
    hName: string,
    children: MarkdownNode[],
    hProperties: object = {},
  ): MarkdownNode => ({
    type: 'part',
    children,
    data: { hName, hProperties },
  });
  const finishAnswer = () => {
    const question = collected.questions.at(-1);
    if (answer && question)
      question.answer = getNodeText(answer)
        .replace(/[ \n]+/g, ' ')
        .trim();
    answer = null;
  };
  for (const node of nodes) {
    if (node.type === 'heading') finishAnswer();
    if (node.type === 'heading' && node.depth === 3) {
      const { id = '' } = (node.data?.['hProperties'] ?? {}) as { id?: string };
      collected.questions.push({ id, text: getNodeText(node), answer: '' });
      answer = createElementNode('div', []);
      // A heading inside the summary keeps the questions in the outline of screen readers.
      const summaryHeading: MarkdownNode = { type: 'heading', depth: 3, children: node.children ?? [] };
      groupedNodes.push(
        createElementNode('details', [createElementNode('summary', [summaryHeading]), answer], { id }),
      );
    } else if (answer) answer.children?.push(node);
    else groupedNodes.push(node);
  }
  finishAnswer();
  return groupedNodes;
}
