import * as v from 'valibot';
import { LineCounter, parseDocument } from 'yaml';

const textSchema = (maxLength: number) =>
  v.pipe(v.string(), v.trim(), v.minLength(3), v.maxLength(maxLength));

/** Path on this site. */
const sitePathSchema = v.pipe(v.string(), v.startsWith('/', 'must be an address of the site: /faq'));

/** Whether the date exists: Date turns 30 February into a day of March. */
function isCalendarDay(day: string): boolean {
  const time = Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

/** Valid date, YYYY-MM-DD. */
const daySchema = v.pipe(
  v.string(),
  v.isoDate('must be a day: 2026-11-18'),
  v.check(text => isCalendarDay(text), 'is not a day of the calendar'),
);

const pageSchema = v.strictObject({
  /** Heading and tab title. */
  title: textSchema(90),
  /** Description for search engines and link previews, one or two sentences. */
  description: v.pipe(textSchema(180), v.minLength(50, 'must be a sentence of 50 to 180 letters')),
  /** Introduction below the heading. */
  lead: v.optional(textSchema(300)),
});

const newsSchema = v.strictObject({
  ...pageSchema.entries,
  /** Publication date. */
  date: daySchema,
  /** Button below the text. */
  action: v.optional(v.strictObject({ text: textSchema(60), to: sitePathSchema })),
});

/** Front matter of a Markdown file. */
export type PageFrontmatter = v.InferOutput<typeof pageSchema> & DerivedFrontmatter;
export type NewsFrontmatter = v.InferOutput<typeof newsSchema> &
  DerivedFrontmatter & {
    /** The date as text, so that browsers need no format for it: «18 ноября 2026». */
    dateText: string;
  };

/** Front matter with fields that the build adds. */
interface DerivedFrontmatter {
  /** The title with no-break spaces. */
  heading: string;
}

/** Error in a content file; `line` counts from 1 in the whole file. */
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

/** Files of news items. The name is the end of their address, and part of the ids of their e-mails: see `stopNews`. */
const NEWS_FILE_PATTERN = /(?:^|\/)news\/[a-z0-9-]+\.md$/;

/** Parses front matter: the schema of news items below `news/`, else of pages. Throws ContentError. */
export function parseFrontmatter(
  file: string,
  text: string,
): v.InferOutput<typeof pageSchema> | v.InferOutput<typeof newsSchema> {
  const isNews = /(?:^|\/)news\//.test(file);
  if (isNews && !NEWS_FILE_PATTERN.test(file))
    throw new ContentError(file, 1, 'the name of the file must have only a-z, 0-9 and “-”, and end with .md');
  const match = /^---\r?\n(.*?)^---\r?$/ms.exec(text);
  if (!match || match.index !== 0) throw new ContentError(file, 1, 'begins without front-matter (---)');
  const lineCounter = new LineCounter();
  const document = parseDocument(match[1] ?? '', { lineCounter, prettyErrors: false });
  // Front matter begins in line 2, after `---`.
  const lineAt = (offset: number) => lineCounter.linePos(offset).line + 1;
  const [error] = [...document.errors, ...document.warnings];
  if (error)
    throw new ContentError(file, lineAt(error.pos[0]), error.message.split('\n')[0] ?? 'is not YAML');
  const schema = isNews ? newsSchema : pageSchema;
  const result = v.safeParse(schema, document.toJS() ?? {});
  if (result.success) return result.output;
  const [issue] = result.issues;
  const path = issue.path?.map(({ key }) => key as string) ?? [];
  throw new ContentError(
    file,
    lineAt(findOffset(document, path)),
    `${path.join('.')}: ${describeIssue(issue)}`,
  );
}

function describeIssue({ type, message }: v.BaseIssue<unknown>): string {
  return type === 'strict_object' ? 'is missing or unknown' : message;
}

/** Offset of a value in the YAML text, or of its nearest ancestor that exists; 0 if there is none. */
function findOffset(document: ReturnType<typeof parseDocument>, path: readonly string[]): number {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true) as { range?: [number, number, number] } | null;
    if (node?.range) return node.range[0];
  }
  return 0;
}
