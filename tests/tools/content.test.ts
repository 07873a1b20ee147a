import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { CLAIM_STATUS_RULES } from '#core/claim/status.ts';
import { COURSE_POLL_INTERVAL_MS } from '#core/exchange/form/requests/coursePoller.ts';
import { ContentError, parseFrontmatter } from '#site/markdown/frontmatter.ts';
import { markdownPlugin, compileContent } from '#site/markdown/markdownPlugin.ts';
import { applyTypography } from '#core/typography.ts';
import { createTemporaryFolder } from './support/temporaryFolder.ts';

const description = 'Достаточно длинное описание страницы для поиска и для ссылки.';
const renderContentPage = (...more: string[]) =>
  ['---', 'title: Правила', `description: ${description}`, ...more, '---', '', 'Текст.', ''].join('\n');
const file = 'site/content/rules.md';
const item = 'site/content/news/ton.md';

test.for<[string, string, string, number, RegExp]>([
  ['no front-matter', file, '# Правила\n', 1, /front-matter/],
  ['invalid YAML', file, '---\ntitle: "Правила\ndescription: x\n---\n', 4, /quote/i],
  ['a colon inside a value', file, '---\ntitle: Правила\ndescription: О нас: коротко\n---\n', 3, /mapping/i],
  ['a name twice', file, '---\ntitle: Правила\ntitle: Ещё\n---\n', 3, /unique/i],
  ['no title', file, `---\ndescription: ${description}\n---\n`, 2, /^title/],
  ['a short description', file, '---\ntitle: Правила\ndescription: Коротко\n---\n', 3, /^description/],
  ['an unknown name', file, renderContentPage('autor: Я'), 4, /^autor/],
  ['a page with a date', file, renderContentPage('date: 2026-11-18'), 4, /^date/],
  [
    'a name of news with “_”, which matches any character in a query',
    'site/content/news/ton_2.md',
    renderContentPage('date: 2026-11-18'),
    1,
    /^the name of the file/,
  ],
  [
    'a name of news with a capital letter',
    'site/content/news/Ton.md',
    renderContentPage('date: 2026-11-18'),
    1,
    /^the name of the file/,
  ],
  ['news without a date', item, renderContentPage(), 2, /^date/],
  ['a date in another format', item, renderContentPage('date: 18.11.2026'), 4, /^date.*2026-11-18/],
  ['an impossible date', item, renderContentPage('date: 2026-02-30'), 4, /^date/],
  [
    'a button with an external URL',
    item,
    renderContentPage('date: 2026-11-18', 'action: { text: Обменять, to: https://a.example }'),
    5,
    /^action\.to/,
  ],
])('rejects %s with file and line', ([, name, text, line, what]) => {
  let error: unknown;
  try {
    parseFrontmatter(name, text);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(ContentError);
  const { message } = error as ContentError;
  expect(message).toMatch(new RegExp(`^${name}:${line}: `));
  expect(message.slice(`${name}:${line}: `.length)).toMatch(what);
});

test.for<[string, string, number]>([
  ['HTML', renderContentPage().replace('Текст.', '<b>Текст</b>'), 6],
  ['a heading of the first level', renderContentPage().replace('Текст.', '# Ещё'), 6],
  ['a question without a name for links', renderContentPage().replace('Текст.', 'Да.\n\n### Как?'), 8],
  ['an unknown variable', renderContentPage().replace('Текст.', 'Пишите на {{e-mail}}.'), 6],
  ['the same name twice', renderContentPage().replace('Текст.', '## А {#a}\n\n## Б {#a}'), 8],
])('rejects %s in the text with file and line', async ([, text, line]) => {
  await expect(compileContent(file, text)).rejects.toThrow(`${file}:${line}: `);
});

test.for([
  [
    'fails with file and line when a content file is wrong',
    renderContentPage('date: 18.11.2026'),
    'site/content/news/ton.md:4: date',
  ],
  ['passes when it is mended', renderContentPage('date: 2026-11-18'), null],
] as const)('the build %s', async ([, text, failure]) => {
  const root = createTemporaryFolder({
    'main.js': "import Text, { page } from './site/content/news/ton.md';\nexport { page, Text };",
    'site/content/news/ton.md': text,
  });
  const made = build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [markdownPlugin(root)],
    build: {
      write: false,
      lib: { entry: join(root, 'main.js'), formats: ['es'] },
      rolldownOptions: { external: /^react/ },
    },
  });
  if (failure === null) await expect(made).resolves.toBeDefined();
  else await expect(made).rejects.toThrow(failure);
});

test('compiles a question to <details>, and its answer also to plain text', async () => {
  const text = renderContentPage().replace(
    'Текст.',
    '## Оплата {#pay}\n\n### Как платить? {#how}\n\nПо [реквизитам](/rules).\n\n- сразу',
  );
  const code = await compileContent(file, text);
  expect(code).toContain('"details"');
  expect(code).toContain('id: "how"');
  expect(code).toContain('export const outline = [{"id":"pay","text":"Оплата"}]');
  const questions = await compileContent(file, text, 'questions');
  expect(JSON.parse(questions.replace(/^export default |;$/g, ''))).toEqual([
    { id: 'how', text: 'Как платить?', answer: 'По\u00a0реквизитам. сразу' },
  ]);
});

test('variables become the values of the code', async () => {
  const text = renderContentPage().replace(
    'Текст.',
    '### «{{status_hold}}» {#hold}\n\nКаждые {{course_poll_interval}}.',
  );
  expect(
    JSON.parse((await compileContent(file, text, 'questions')).replace(/^export default |;$/g, '')),
  ).toEqual([
    {
      id: 'hold',
      text: applyTypography(`«${CLAIM_STATUS_RULES.hold.label}»`),
      answer: `Каждые ${COURSE_POLL_INTERVAL_MS / 1_000}\u00a0секунд.`,
    },
  ]);
});

test.for([
  ['в сети', 'в\u00a0сети'],
  ['и в сети', 'и\u00a0в\u00a0сети'],
  ['от 15 000 ₽ до 0,5 %', 'от\u00a015\u00a0000\u00a0₽ до\u00a00,5\u00a0%'],
  ['то же самое', 'то\u00a0же самое'],
  ['ТОН на карту', 'ТОН на\u00a0карту'],
  ['20 минут', '20\u00a0минут'],
  ['через 5 с', 'через 5\u00a0с'],
  ['карта 0004 у оператора', 'карта 0004 у\u00a0оператора'],
  ['То ли дело', 'То\u00a0ли дело'],
  ['Номер — ваш', 'Номер\u00a0— ваш'],
  ['1 $ и я', '1\u00a0$ и\u00a0я'],
  ['\u00a0и в сети\u00a0', '\u00a0и\u00a0в\u00a0сети\u00a0'],
])('inserts no-break spaces into «%s»', ([text = '', expected]) => {
  expect(applyTypography(text)).toBe(expected);
});

test('the texts contain no exclamation marks or dashes, and use ё', () => {
  const root = new URL('../../site/content/', import.meta.url);
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.md'));
  expect(names.length).toBeGreaterThan(15);
  for (const name of names) {
    const text = readFileSync(new URL(name, root), 'utf8').replace(/^---.*?^---$/ms, '');
    expect.soft(text.match(/!|—|к сожалению|\bеще\b| идет | ее /gi), name).toBeNull();
  }
});

test('texts quote the label of a claim status with a variable', () => {
  const root = new URL('../../site/content/', import.meta.url);
  const labels = Object.values(CLAIM_STATUS_RULES).map(({ label }) => label);
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    const text = name.endsWith('.md') ? readFileSync(new URL(name, root), 'utf8') : '';
    expect
      .soft(
        labels.filter(label => text.includes(`«${label}»`)),
        name,
      )
      .toEqual([]);
  }
});
