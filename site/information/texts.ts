import type { News } from '../markdown/frontmatter.ts';
import type { Markdown } from './Article.tsx';

/** Slug → the whole news item, loaded when it is called. */
export const texts: ReadonlyMap<string, () => Promise<Markdown & { page: News }>> = new Map(
  Object.entries(import.meta.glob<Markdown & { page: News }>('../content/news/*.md')).map(([path, load]) => [
    path.replace(/^.*\/|\.md$/g, ''),
    load,
  ]),
);
