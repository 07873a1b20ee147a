import * as v from 'valibot';
import { LineCounter, parseDocument } from 'yaml';

const line = (most: number) => v.pipe(v.string(), v.trim(), v.minLength(3), v.maxLength(most));

/** Where a link of ours may lead: an address of the site. */
const inside = v.pipe(v.string(), v.startsWith('/', 'must be an address of the site: /faq'));

/** A calendar turns the 30th of February into a day of March. */
function existing(day: string): boolean {
  const time = Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

/** A day as it is written, and one that the calendar has. */
const day = v.pipe(
  v.string(),
  v.isoDate('must be a day: 2026-11-18'),
  v.check(text => existing(text), 'is not a day of the calendar'),
);

const page = v.strictObject({
  /** The heading of the page, and its title in a tab. */
  title: line(90),
  /** For search engines and previews: one or two sentences. */
  description: v.pipe(line(180), v.minLength(50, 'must be a sentence of 50 to 180 letters')),
  /** Stands under the heading. */
  lead: v.optional(line(300)),
});

const news = v.strictObject({
  ...page.entries,
  /** The first day that it is public. */
  date: day,
  /** The button under the text. */
  action: v.optional(v.strictObject({ text: line(60), to: inside })),
});

/** What the beginning of a Markdown file says of its page. */
export type Page = v.InferOutput<typeof page> & Shown;
export type News = v.InferOutput<typeof news> & Shown;

/** What the build adds. */
interface Shown {
  /** The title with its no-break spaces. */
  heading: string;
}

/** A mistake in a content file; `line` counts from 1, in the whole file. */
export class ContentError extends Error {
  override name = 'ContentError' as const;
  readonly file: string;
  readonly line: number;
  constructor(file: string, line: number, what: string) {
    super(`${file}:${line}: ${what}`);
    this.file = file;
    this.line = line;
  }
}

/** Reads the front-matter of a file: of a news item below `news/`, else of a page. Throws ContentError. */
export function read(file: string, text: string): Omit<Page, 'heading'> | Omit<News, 'heading'> {
  const match = /^---\r?\n(.*?)^---\r?$/ms.exec(text);
  if (!match || match.index !== 0) throw new ContentError(file, 1, 'begins without front-matter (---)');
  const lines = new LineCounter();
  const document = parseDocument(match[1] ?? '', { lineCounter: lines, prettyErrors: false });
  // The front-matter begins in the second line.
  const at = (offset: number) => lines.linePos(offset).line + 1;
  const [error] = [...document.errors, ...document.warnings];
  if (error) throw new ContentError(file, at(error.pos[0]), error.message.split('\n')[0] ?? 'is not YAML');
  const schema = /(?:^|\/)news\//.test(file) ? news : page;
  const result = v.safeParse(schema, document.toJS() ?? {});
  if (result.success) return result.output;
  const [issue] = result.issues;
  const path = issue.path?.map(({ key }) => key as string) ?? [];
  throw new ContentError(file, at(offsetOf(document, path)), `${path.join('.')}: ${said(issue)}`);
}

function said({ type, message }: v.BaseIssue<unknown>): string {
  return type === 'strict_object' ? 'is missing, or nobody knows this name' : message;
}

/** Where a value stands, or the nearest thing around it that is there. */
function offsetOf(document: ReturnType<typeof parseDocument>, path: readonly string[]): number {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true) as { range?: [number, number, number] } | null;
    if (node?.range) return node.range[0];
  }
  return 0;
}
