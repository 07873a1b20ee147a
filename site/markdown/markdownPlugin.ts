import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { compile } from '@mdx-js/mdx';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import type { Plugin } from 'vite';
import { ContentError, parseFrontmatter } from './frontmatter.ts';
import { formatAttributeTable } from '#widget/attributeTexts.ts';
import { remarkContent, type CollectedContent } from './remarkContent.ts';
import { applyTypography } from '#core/typography.ts';

/**
 * Vite plugin that compiles Markdown to React components, so that browsers never parse HTML from text. `x.md` exports the
 * component, `page` and `outline`; `x.md?page` only what a list of pages shows; `x.md?questions` the questions as text. Content
 * errors fail the build with file (relative to `root`) and line.
 */
export function markdownPlugin(root: string): Plugin {
  return {
    name: 'markdown',
    enforce: 'pre',
    load: {
      filter: { id: /\.md(?:\?(?:page|questions))?$/ },
      async handler(id) {
        const [path = '', query = ''] = id.split('?');
        this.addWatchFile(path);
        const file = relative(root, path).replaceAll('\\', '/');
        try {
          return await compileContent(file, await readFile(path, 'utf8'), query);
        } catch (error) {
          if (!(error instanceof ContentError)) throw error;
          return this.error({ message: error.message, loc: { file: path, line: error.line, column: 0 } });
        }
      },
    },
  };
}

const newsDateFormat = new Intl.DateTimeFormat('ru', { dateStyle: 'long', timeZone: 'UTC' });

/** Formats an ISO date: «18 ноября 2026». */
const formatNewsDate = (date: string): string =>
  newsDateFormat.format(Date.parse(date)).replace(/\s?г\.$/, '');

/** Compiles one content file to JavaScript. Throws ContentError. */
export async function compileContent(file: string, text: string, query = ''): Promise<string> {
  const frontmatter = parseFrontmatter(file, text);
  const { title, lead, description } = frontmatter;
  const page = {
    ...frontmatter,
    heading: applyTypography(title),
    ...(lead && { lead: applyTypography(lead) }),
    ...('date' in frontmatter && { dateText: formatNewsDate(frontmatter.date) }),
  };
  const slug = /([^/]+)\.md$/.exec(file)?.[1];
  if (query === 'page') {
    const { date, dateText, heading } = { date: undefined, dateText: undefined, ...page };
    const summary = { slug, date, dateText, heading, description: applyTypography(description) };
    return `export default ${JSON.stringify(summary)};`;
  }
  const collected: CollectedContent = { outline: [], questions: [] };
  const code = await compile(
    { value: text.replace('{{widget_attributes}}', formatAttributeTable), path: file },
    { format: 'md', remarkPlugins: [remarkFrontmatter, remarkGfm, remarkContent(file, collected)] },
  );
  if (query === 'questions') return `export default ${JSON.stringify(collected.questions)};`;
  return [
    String(code),
    `export const page = ${JSON.stringify(page)};`,
    `export const outline = ${JSON.stringify(collected.outline)};`,
  ].join('\n');
}
