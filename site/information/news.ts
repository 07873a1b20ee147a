import type { News } from '../markdown/frontmatter.ts';

/** A news item without its text. */
export type Item = News & { slug: string };

/** Every item, the newest first. */
export const items: readonly Item[] = Object.values(
  import.meta.glob<Item>('../content/news/*.md', { eager: true, query: '?page', import: 'default' }),
).sort((a, b) => b.date.localeCompare(a.date));

const day = new Intl.DateTimeFormat('ru', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** «18 ноября 2026». */
export function written(date: string): string {
  return day.format(Date.parse(date)).replace(/\s?г\.$/, '');
}
