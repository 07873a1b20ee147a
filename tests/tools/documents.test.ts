import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { CLAIM_REASONS, CLAIM_STATUSES, CLAIM_STATUS_RULES } from '#core/claim/status.ts';
import { STATUS_POLL_INTERVAL } from '#core/claim/statusPollInterval.ts';
import { RESERVE_SHARE } from '#core/exchange/course.ts';
import { COURSE_POLL_INTERVAL_MS } from '#core/exchange/form/requests/coursePoller.ts';
import { apiResources } from '#server/api/resources.ts';
import { UPLOAD_LIMITS } from '#server/platform/files/uploadBudget.ts';
import { CONNECTION_TIMEOUTS } from '#server/platform/http/httpServer.ts';
import { createBudget } from '#server/platform/limits/budgets.ts';
import { parseConfig } from '#server/platform/config/config.ts';
import { routePaths } from '#site/routePaths.ts';
import { ATTRIBUTE_NAMES, WIDGET_ATTRIBUTES } from '#widget/attributes.ts';
import { element, listDocumented, listTableCells, readRepositoryFile, root } from './support/documents.ts';

const documents = ['', 'deploy/', 'package/', 'decisions/'].flatMap(folder =>
  readdirSync(new URL(folder, root))
    .filter(name => name.endsWith('.md'))
    .map(name => folder + name),
);

test('the package’s README names every event, property and method', () => {
  const names = ['event', 'token', 'method'].flatMap(listDocumented);
  const text = readRepositoryFile('package/README.md');
  expect(names.filter(name => !new RegExp(`[\`.]${name}[\`(]`).test(text))).toEqual([]);
});

test.for([
  [ATTRIBUTE_NAMES, 'Атрибут'],
  [listDocumented('event'), 'Событие'],
  [listDocumented('token'), 'Свойство CSS'],
  [listDocumented('method'), 'Метод'],
] as const)('the live page’s table lists exactly the element’s names: %s', ([known, heading]) => {
  const tables = readRepositoryFile('examples/index.html').split('<table>');
  const table = tables.find(text => text.includes(`<th scope="col">${heading}`)) ?? '';
  const names = [...table.matchAll(/<th scope="row"><code>([\w-]+)(?:\(\))?<\/code><\/th>/g)];
  expect(names.map(match => match[1]).toSorted()).toEqual([...known].toSorted());
});

test('examples/claim-states.html has a button for each status with its label, and for each reason of a hold', () => {
  const page = readRepositoryFile('examples/claim-states.html');
  const buttons = [...page.matchAll(/data-status="(\w+)"(?: data-reason="(\w+)")?>([^<]+)<\/button>/g)].map(
    ([, status = '', reason, text = '']) => ({ status, reason, label: text.trim() }),
  );
  const labels = buttons.filter(({ reason }) => !reason).map(({ status, label }) => [status, label]);
  expect.soft(labels).toEqual(CLAIM_STATUSES.map(status => [status, CLAIM_STATUS_RULES[status].label]));
  const holdReasons = buttons.filter(({ status, reason }) => status === 'hold' && reason);
  expect(holdReasons.map(({ reason }) => reason)).toEqual(CLAIM_REASONS);
  expect(/<legend>(.+), причина<\/legend>/.exec(page)?.[1]).toBe(CLAIM_STATUS_RULES.hold.label);
});

test('the documents name the polling intervals of the course and of the status', () => {
  const courseInterval = `every ${COURSE_POLL_INTERVAL_MS / 1_000} seconds`;
  const { firstMs, maxMs } = STATUS_POLL_INTERVAL;
  const partners = readRepositoryFile('PARTNERS.md');
  const statusInterval = `every ${firstMs / 1_000} to ${maxMs / 1_000} seconds`;
  // Soft, so that one run names all places.
  expect.soft(partners).toContain(`The widget requests it ${courseInterval}`);
  expect.soft(partners).toContain(`The widget polls ${statusInterval}`);
  expect
    .soft(readRepositoryFile('ARCHITECTURE.md'))
    .toContain(`the model requests \`calculator/course\` ${courseInterval}`);
});

test('a test opens every example page', () => {
  const pages = readdirSync(new URL('examples/', root)).filter(name => name.endsWith('.html'));
  const suites = listSources('tests/widget/').map(readRepositoryFile).join('\n');
  const opened = (name: string) =>
    name === 'index.html'
      ? suites.includes("goto('/examples/')")
      : new RegExp(`['/]${name.slice(0, -5)}(?:'|\\.html)`).test(suites);
  expect(pages.filter(name => !opened(name))).toEqual([]);
});

test('the README lists exactly the pages of the site', () => {
  const named = listTableCells('Page', 'README.md').filter(cell => cell.startsWith('/'));
  expect(named.toSorted()).toEqual(Object.values(routePaths).toSorted());
});

test('the controller, the element or a style sheet uses each attribute', () => {
  const code = readRepositoryFile('widget/controller.ts') + element.replaceAll(/^ \*.*$/gm, '');
  const styles = readRepositoryFile('widget/tokens.css');
  const isUsed = (name: string) =>
    new RegExp(`[aA]ttributes(?:\\(\\))?(?:\\.${name}\\b|\\['${name}'\\])`).test(code) ||
    styles.includes(`:host([${name}=`);
  const others = ATTRIBUTE_NAMES.filter(name => !('selects' in WIDGET_ATTRIBUTES[name]));
  expect(others.filter(name => !isUsed(name))).toEqual([]);
});

test('the doc block lists exactly the parts and tokens of the widget', () => {
  const sources = listSources('widget/').map(readRepositoryFile).join('\n');
  const parts = new Set([...sources.matchAll(/\bpart="(\w+)"/g)].map(match => match[1]));
  expect([...parts].toSorted()).toEqual(listDocumented('part').toSorted());
  const tokens = new Set(
    [...readRepositoryFile('widget/tokens.css').matchAll(/var\((--exchange-[\w-]+)/g)].map(match => match[1]),
  );
  const sheets = ['styles/frame', 'form/pair', 'form/form', 'form/widths'];
  for (const sheet of sheets.map(name => `widget/${name}.css`))
    for (const match of readRepositoryFile(sheet).matchAll(/var\((--exchange-[\w-]+)/g)) tokens.add(match[1]);
  expect([...tokens].toSorted()).toEqual(listDocumented('token').toSorted());
});

function listSources(folder: string): string[] {
  return readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name))
    .map(name => folder + name);
}

/** Names of all source files, without their folders. */
const sourceFileNames = new Set(
  ['core', 'widget', 'package', 'site', 'server', 'tests', 'tools', 'examples'].flatMap(folder =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' }).map(path => basename(path)),
  ),
);

/** Whether a relative link of a document leads to a file and, after `#`, to one of its headings. */
function isLinkTarget(document: string, target: string): boolean {
  const { pathname, hash } = new URL(target, new URL(document, root));
  if (!existsSync(pathname)) return false;
  const headings = [...(hash ? readFileSync(pathname, 'utf8') : '').matchAll(/^#+ (.+)$/gm)];
  const slugs = headings.map(([, text = '']) =>
    text
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
  return hash === '' || slugs.includes(hash.slice(1));
}

test.for(documents)('%s names only files, headings and scripts that exist', document => {
  const text = readRepositoryFile(document);
  const targets = [...text.matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(match => match[1] ?? '');
  expect(targets.filter(target => !isLinkTarget(document, target))).toEqual([]);
  const spans = [
    ...text.matchAll(/`((?:core|widget|site|server|tests|tools|examples|decisions)\/[\w./-]*)`/g),
  ].map(match => match[1] ?? '');
  expect(spans.filter(path => !existsSync(new URL(path, root)))).toEqual([]);
  const fileNames = [...text.matchAll(/`([\w.-]+\.(?:tsx?|css))`/g)].map(match => match[1] ?? '');
  expect(fileNames.filter(name => !sourceFileNames.has(name))).toEqual([]);
  const { scripts } = JSON.parse(readRepositoryFile('package.json')) as { scripts: Record<string, string> };
  const named = [...text.matchAll(/npm run ([\w:]+)/g)].map(match => match[1] ?? '');
  expect(named.filter(name => !(name in scripts))).toEqual([]);
});

test('deploy/security.md lists every rate limit with its budget, tokens and default', () => {
  const { limits } = parseConfig({});
  const formatBudget = (name: Parameters<typeof createBudget>[0]) => {
    const { capacity, rate, period } = createBudget(name, limits);
    const unit = period === 60_000 ? 'minute' : 'hour';
    return `${rate} per ${unit}${capacity > rate ? `, burst ${capacity - rate}` : ''}`;
  };
  const rows = apiResources.flatMap(({ prefixes, limits, uploadPaths = [] }) =>
    prefixes.flatMap(prefix => [
      ...uploadPaths.map(path => [`\`${prefix}${path}\``, '`upload`', 1, formatBudget('upload')]),
      ...(limits === 'none' ? [] : limits).map(({ method, path, query, budget, tokens = 1 }) => {
        const parameters = query ? ` with ${query.map(name => `\`${name}\``).join(', ')}` : '';
        const methods = { ALL: '', POST: ', only `POST`', WRITE: ', only `POST`, `PUT`, `PATCH`, `DELETE`' };
        const suffix = parameters + methods[method];
        return [
          `\`${prefix}${path === '*' ? '' : path}\`${suffix}`,
          `\`${budget}\``,
          tokens,
          formatBudget(budget),
        ];
      }),
    ]),
  );
  const table = readRepositoryFile('deploy/security.md')
    .split('\n\n')
    .find(block => block.startsWith('| Requests to'));
  const listedRows = table?.split('\n').slice(2);
  expect(
    listedRows?.map(line =>
      line
        .split('|')
        .slice(1, -1)
        .map(cell => cell.trim()),
    ),
  ).toEqual(rows.map(row => row.map(String)));
});

test('the README names the budget of reads, that of promocodes and the share of the reserve, each with its reason', () => {
  const { limits } = parseConfig({});
  const readme = readRepositoryFile('README.md');
  const lineWith = (link: string) => readme.split('\n').find(line => line.includes(`(${link})`));
  const reads = lineWith('decisions/read-limit.md');
  expect.soft(reads).toContain(`${limits.readsPerMinute} times a minute`);
  expect.soft(reads).toContain(`${limits.calculatorPerMinute} a minute are for requests with a promocode`);
  const share = (RESERVE_SHARE.numerator * 100n) / RESERVE_SHARE.denominator;
  expect.soft(lineWith('decisions/reserve-limit.md')).toContain(`${share} % of the whole reserve minus`);
});

test('deploy/security.md names the time limits of a connection', () => {
  const [headers, request] = [CONNECTION_TIMEOUTS.headersMs / 1_000, CONNECTION_TIMEOUTS.requestMs / 1_000];
  expect(readRepositoryFile('deploy/security.md')).toContain(
    `headers take longer than ${headers} seconds, or the whole request longer than ${request}.`,
  );
});

test('deploy/security.md names the limits of uploads', () => {
  const toMegabytes = (bytes: number) => Math.floor(bytes / 1024 / 1024);
  const { maxClientBytes, maxTotalBytes } = UPLOAD_LIMITS;
  expect(readRepositoryFile('deploy/security.md')).toContain(
    `a client may send ${toMegabytes(maxClientBytes)} MB, and all clients of a process ${toMegabytes(maxTotalBytes)} MB.`,
  );
});

test('deploy/security.md names a test for each attack, by its file and title', () => {
  const table = readRepositoryFile('deploy/security.md')
    .split('\n\n')
    .find(block => block.startsWith('| What an attacker tries'));
  const cells = (table ?? '')
    .trimEnd()
    .split('\n')
    .slice(2)
    .map(row => row.split('|').at(-2)?.trim() ?? '');
  const tests = cells.map(cell => /^`(tests\/[\w./-]+)`: (.+)$/.exec(cell)?.slice(1) ?? [cell]);
  const isTest = ([path = '', title = '']: readonly string[]) =>
    existsSync(new URL(path, root)) && title !== '' && readRepositoryFile(path).includes(title);
  expect(tests.length).toBeGreaterThan(50);
  expect(tests.filter(test => !isTest(test))).toEqual([]);
});

test('messages, comments and alerts name headings of deploy/ that exist', () => {
  const files = [...listSources('server/'), 'deploy/prometheus/razmen-alerts.yml'];
  const places = files.flatMap(file =>
    [...readRepositoryFile(file).matchAll(/(?:[“"]([^“”"]+)[”"] in )?(deploy\/\w+\.md)/g)].map(
      ([, heading, document = '']) => ({ file, heading, document }),
    ),
  );
  expect(places.length).toBeGreaterThan(8);
  const isWrong = ({ heading, document }: (typeof places)[number]) =>
    !documents.includes(document) ||
    (heading !== undefined && !new RegExp(`^#+ ${heading}$`, 'm').test(readRepositoryFile(document)));
  expect(places.filter(isWrong)).toEqual([]);
});

test('the README’s folder map has every folder of the repository', () => {
  const map = /## Folders\n+```\n([\s\S]+?)```/.exec(readRepositoryFile('README.md'))?.[1] ?? '';
  const mapped = [...map.matchAll(/^(\w+)\//gm)].map(match => match[1]);
  const ignored = new Set(['node_modules', 'dist', 'data', 'test-results', 'playwright-report']);
  const folders = readdirSync(root).filter(
    name => !name.startsWith('.') && !ignored.has(name) && statSync(new URL(name, root)).isDirectory(),
  );
  expect(mapped.toSorted()).toEqual(folders.toSorted());
});
