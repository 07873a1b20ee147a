import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { compile } from '@mdx-js/mdx';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import type { Plugin } from 'vite';
import { ContentError, parseFrontmatter } from './frontmatter.ts';
import { remarkContent, type CollectedContent } from './remarkContent.ts';
import { applyTypography } from './typography.ts';

/**
 * Compiles Markdown into React elements at build time, so that no text ever becomes HTML in a browser. `x.md` gives the
 * component, `page` and `outline`; `x.md?page` only what its front-matter says; `x.md?questions` its questions as text.
 * A mistake fails the build with file and line. Below `root` (a folder) files are named from it.
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

/** The JavaScript of one content file. Throws ContentError. */
export async function compileContent(file: string, text: string, query = ''): Promise<string> {
  const frontmatter = parseFrontmatter(file, text);
  const { title, lead } = frontmatter;
  const page = {
    ...frontmatter,
    heading: applyTypography(title),
    ...(lead && { lead: applyTypography(lead) }),
  };
  const slug = /([^/]+)\.md$/.exec(file)?.[1];
  if (query === 'page') return `export default ${JSON.stringify({ ...page, slug })};`;
  const collected: CollectedContent = { outline: [], questions: [] };
  const code = await compile(
    { value: text, path: file },
    { format: 'md', remarkPlugins: [remarkFrontmatter, remarkGfm, remarkContent(file, collected)] },
  );
  if (query === 'questions') return `export default ${JSON.stringify(collected.questions)};`;
  return [
    String(code),
    `export const page = ${JSON.stringify(page)};`,
    `export const outline = ${JSON.stringify(collected.outline)};`,
  ].join('\n');
}
