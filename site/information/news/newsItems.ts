import type { NewsFrontmatter } from '../../markdown/frontmatter.ts';

/** A news item without its text. The description has no-break spaces. */
type NewsSummary = Pick<NewsFrontmatter, 'date' | 'dateText' | 'heading' | 'description'> & { slug: string };

/** All news items, newest first. */
export const newsItems: readonly NewsSummary[] = Object.values(
  import.meta.glob<NewsSummary>('../../content/news/*.md', {
    eager: true,
    query: '?page',
    import: 'default',
  }),
).sort((a, b) => Number(a.date < b.date) - Number(a.date > b.date));
