import type { NewsFrontmatter } from '../../markdown/frontmatter.ts';

/** A news item without its text. The description has no-break spaces. */
type NewsSummary = Pick<NewsFrontmatter, 'date' | 'heading' | 'description'> & { slug: string };

/** All news items, newest first. */
export const newsItems: readonly NewsSummary[] = Object.values(
  import.meta.glob<NewsSummary>('../../content/news/*.md', {
    eager: true,
    query: '?page',
    import: 'default',
  }),
).sort((a, b) => b.date.localeCompare(a.date));

const newsDateFormat = new Intl.DateTimeFormat('ru', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Formats an ISO date: «18 ноября 2026». */
export function formatNewsDate(date: string): string {
  return newsDateFormat.format(Date.parse(date)).replace(/\s?г\.$/, '');
}
