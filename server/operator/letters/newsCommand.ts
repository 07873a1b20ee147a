import { countRecipients } from '../../newsletter/newsSubscribers.ts';
import { readNewsItems, type PublishedNewsItem } from '../../newsletter/newsItems.ts';
import { countNewsLetters, NEWS_LETTERS_PER_MINUTE, queueNews, stopNews } from '../../newsletter/sendNews.ts';
import { changeWithAudit } from '../auditLog.ts';
import {
  createFailure,
  createSuccess,
  formatColumns,
  formatUsage,
  type CommandResult,
  type OperatorCommand,
  type OperatorContext,
} from '../operatorCommand.ts';

/** Lists the news items with their letters, sends one to the accounts that want news, or stops that. */
export const newsCommand: OperatorCommand = {
  usage: ['news', 'news <slug> send [--yes]', 'news <slug> stop'],
  summary: 'list the news and their letters, send a news item to the accounts that want news, or stop that',
  help: [
    '<slug>  the name of the file in site/content/news/, without .md; the build of this program has it',
    'send    without --yes it only counts; with it each account that has switched news on, is not blocked and has got no',
    `        letter about this news item gets one. The servers send ${NEWS_LETTERS_PER_MINUTE} a minute. Repeat the command if it was`,
    '        interrupted, or to reach accounts that have switched news on since',
    'stop    the letters that were not sent are removed; “send” continues with them',
    '',
    'The list: SENT and WAITING letters, and LEFT, the accounts that “send” would write to. Each letter has a link and a',
    'header that end the news with one press and without a login.',
  ],
  examples: ['news', 'news otkrytie send', 'news otkrytie send --yes', 'news otkrytie stop'],
  options: ['yes'],
  argumentRange: [0, 2],
  async run(context, [slug, action], { yes = false }) {
    const items = await readNewsItems();
    if (!items) return createFailure('This program has no built site: run npm run build.');
    if (slug === undefined) return listNews(context, items);
    const item = items.find(other => other.slug === slug);
    if (!item)
      return createFailure(
        `There is no news item “${slug}”. News: ${items.map(({ slug }) => slug).join(', ')}.`,
      );
    if (action === 'send') return yes ? sendNews(context, item) : announceNews(context, item);
    if (action === 'stop' && !yes) return stopSending(context, item);
    return createFailure(formatUsage(newsCommand));
  },
};

async function listNews(
  { db }: OperatorContext,
  items: readonly PublishedNewsItem[],
): Promise<CommandResult> {
  const rows: string[][] = [];
  for (const { date, slug, title } of items) {
    const { sent, waiting } = await countNewsLetters(db, slug);
    rows.push([date, slug, String(sent), String(waiting), String(await countRecipients(db, slug)), title]);
  }
  return createSuccess(formatColumns([['DATE', 'SLUG', 'SENT', 'WAITING', 'LEFT', 'TITLE'], ...rows]));
}

async function announceNews(
  { db }: OperatorContext,
  { slug, title, description }: PublishedNewsItem,
): Promise<CommandResult> {
  const count = await countRecipients(db, slug);
  return createSuccess(
    [
      `Subject: Размен: ${title}`,
      `Text: ${description}`,
      `Accounts: ${count}, about ${Math.ceil(count / NEWS_LETTERS_PER_MINUTE)} minutes. Nothing is sent yet.`,
      ...(count === 0 ? [] : [`To send: news ${slug} send --yes`]),
    ].join('\n'),
  );
}

async function sendNews(context: OperatorContext, item: PublishedNewsItem): Promise<CommandResult> {
  const accounts = await countRecipients(context.db, item.slug);
  if (accounts === 0) return createFailure('No account is left that wants news and has got no letter.');
  // First, so that letters of a call that is interrupted have their author.
  const recorded = await changeWithAudit(context, () =>
    Promise.resolve({
      ...createSuccess(''),
      entry: { command: 'news send', target: item.slug, detail: { accounts: String(accounts) } },
    }),
  );
  if (!recorded.ok) return recorded;
  const count = await queueNews(context, item);
  return createSuccess(`${count} letters are in the outbox. “news” shows how many are sent.`);
}

function stopSending(context: OperatorContext, { slug }: PublishedNewsItem): Promise<CommandResult> {
  return changeWithAudit(context, async trx => {
    const count = await stopNews(trx, slug);
    if (count === 0) return createFailure('No letter about it waits.');
    return {
      ...createSuccess(`${count} letters are removed. “news ${slug} send” writes to these accounts again.`),
      entry: { command: 'news stop', target: slug, detail: { letters: String(count) } },
    };
  });
}
