import { countRecipients } from '#server/notifications/newsletter/newsSubscribers.ts';
import { readNewsItems, type PublishedNewsItem } from '#server/notifications/newsletter/newsItems.ts';
import {
  countNewsEmails,
  NEWS_EMAILS_PER_MINUTE,
  queueNews,
  stopNews,
} from '#server/notifications/newsletter/sendNews.ts';
import { writeAuditEntry } from '../auditLog.ts';
import { defineCall, defineChange, flag, refuse } from '../defineCommand.ts';
import { formatColumns } from '../formatText.ts';

/** Lists the news items with their e-mails, sends one to the subscribers, or stops the sending. */
export const newsCommands = [
  {
    name: 'news',
    summary: 'list the news and their e-mails, send a news item to the accounts that want news, or stop that',
    help: {
      '<slug>': 'the name of the file in site/content/news/, without .md; the build of this program has it',
      send: `without --yes it only counts; with it each account that has switched news on, is not blocked and has got no e-mail about this news item gets one. The servers send ${NEWS_EMAILS_PER_MINUTE} a minute. Repeat the command if it was interrupted, or to reach accounts that have switched news on since`,
      stop: 'the e-mails that were not sent are removed; “send” continues with them',
    },
    notes:
      'The list: SENT and WAITING e-mails, and LEFT, the accounts that “send” would write to. Each e-mail has a link and a header that end the news with one press and without a login.',
    examples: ['news', 'news otkrytie send', 'news otkrytie send --yes', 'news otkrytie stop'],
  },
  defineCall('news', {}, async ({ db }) => {
    const rows: string[][] = [];
    for (const { date, slug, title } of await loadNewsItems()) {
      const { sent, waiting } = await countNewsEmails(db, slug);
      const left = await countRecipients(db, slug);
      rows.push([date, slug, String(sent), String(waiting), String(left), title]);
    }
    return formatColumns([['DATE', 'SLUG', 'SENT', 'WAITING', 'LEFT', 'TITLE'], ...rows]);
  }),
  defineCall(
    'news <slug> send [--yes]',
    { slug: parseNewsItem, yes: flag },
    async (context, { slug: item, yes }) => {
      const { slug, title, description } = item;
      const count = await countRecipients(context.db, slug);
      if (!yes)
        return [
          `Subject: Размен: ${title}`,
          `Text: ${description}`,
          `Accounts: ${count}, about ${Math.ceil(count / NEWS_EMAILS_PER_MINUTE)} minutes. Nothing is sent yet.`,
          ...(count === 0 ? [] : [`To send: news ${slug} send --yes`]),
        ].join('\n');
      if (count === 0) refuse('No account is left that wants news and has got no e-mail.');
      // First, so that the e-mails of an interrupted call have an author in the log.
      const detail = { accounts: String(count) };
      await writeAuditEntry(context, context.db, { command: 'news send', target: slug, detail });
      return `${await queueNews(context, item)} e-mails are in the outbox. “news” shows how many are sent.`;
    },
  ),
  defineChange('news <slug> stop', { slug: parseNewsItem }, async ({ db }, { slug: { slug } }) => {
    const count = await stopNews(db, slug);
    if (count === 0) refuse('No e-mail about it waits.');
    const text = `${count} e-mails are removed. “news ${slug} send” writes to these accounts again.`;
    return { text, target: slug, detail: { letters: String(count) } };
  }),
];

const loadNewsItems = async () =>
  (await readNewsItems()) ?? refuse('This program has no built site: run npm run build.');

async function parseNewsItem(text: string): Promise<PublishedNewsItem> {
  const items = await loadNewsItems();
  return (
    items.find(({ slug }) => slug === text) ??
    refuse(`There is no news item “${text}”. News: ${items.map(({ slug }) => slug).join(', ')}.`)
  );
}
