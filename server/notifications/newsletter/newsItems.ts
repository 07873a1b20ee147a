import { readFile } from 'node:fs/promises';
import * as v from 'valibot';

/** A news item of the site, with the fields of its e-mail. */
const NewsItem = v.object({ slug: v.string(), title: v.string(), description: v.string() });
export type NewsItem = v.InferOutput<typeof NewsItem>;

const PublishedNewsItem = v.object({ ...NewsItem.entries, date: v.string() });

/** A news item with its day: 2026-11-18. */
export type PublishedNewsItem = v.InferOutput<typeof PublishedNewsItem>;

/** Written by the build of the site: `buildFeeds` in site/prerender/. */
const NEWS_FILE = new URL('../../../dist/site/news/items.json', import.meta.url);

/** Reads the news items of the built site, the newest first; null if it is not built. */
export async function readNewsItems(): Promise<PublishedNewsItem[] | null> {
  const text = await readFile(NEWS_FILE, 'utf8').catch(() => null);
  return text === null ? null : v.parse(v.array(PublishedNewsItem), JSON.parse(text));
}
