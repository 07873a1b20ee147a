import type { NewsFrontmatter } from '../../markdown/frontmatter.ts';
import type { MarkdownModule } from '../Article.tsx';

/** Slug → function that imports the news item. */
export const newsModules: ReadonlyMap<string, () => Promise<MarkdownModule & { page: NewsFrontmatter }>> =
  new Map(
    Object.entries(
      import.meta.glob<MarkdownModule & { page: NewsFrontmatter }>('../../content/news/*.md'),
    ).map(([path, load]) => [path.replace(/^.*\/|\.md$/g, ''), load]),
  );
