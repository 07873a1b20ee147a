import type { NewsFrontmatter } from '../../markdown/frontmatter.ts';
import type { MarkdownModule } from '../Article.tsx';

/** Slug → the whole news item, loaded when it is called. */
export const newsModules: ReadonlyMap<string, () => Promise<MarkdownModule & { page: NewsFrontmatter }>> =
  new Map(
    Object.entries(
      import.meta.glob<MarkdownModule & { page: NewsFrontmatter }>('../../content/news/*.md'),
    ).map(([path, load]) => [path.replace(/^.*\/|\.md$/g, ''), load]),
  );
