import { readFileSync } from 'node:fs';
import { expect, expectTypeOf, test } from 'vitest';
import type { ClaimStatusCode } from '#core/claim/status.ts';
import type { ExchangeChangeDetail } from '#core/exchange/form/exchangeModel.ts';
import { createPackageJson } from '#package/packageJson.ts';
import { createAttributeTypes, createElementsManifest, fillReadme } from '#package/elementsManifest.ts';
import type {
  ExchangeChange,
  ExchangeClaim,
  ExchangeWidgetAttributes,
  ExchangeWidgetElement,
  ExchangeWidgetEventMap,
} from '#package/types/index.d.ts';
import type { ExchangeWidgetProps } from '#package/types/react.d.ts';
import { ATTRIBUTE_NAMES } from '#widget/attributes.ts';
import { formatAttributeTable, readAttributeTexts } from '#widget/attributeTexts.ts';
import type { ExchangeWidget } from '#widget/element.ts';

const readRepositoryFile = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

type DocumentedName = { name: string; description: string };
type ManifestElement = Record<
  'attributes' | 'events' | 'members' | 'cssProperties' | 'cssParts' | 'slots',
  DocumentedName[]
>;
const { modules } = createElementsManifest(readRepositoryFile('widget/element.ts')) as {
  modules: [{ declarations: [ManifestElement] }];
};
const element = modules[0].declarations[0];
const sortedNames = (list: readonly DocumentedName[]) => list.map(item => item.name).toSorted();

/** Code in the first cells of the table in PARTNERS.md with this heading cell. */
function documentedNames(heading: string): string[] {
  const found = readRepositoryFile('PARTNERS.md')
    .split('\n\n')
    .find(block => block.startsWith(`| ${heading}`));
  const rows = (found ?? '').split('\n').slice(2);
  return rows
    .flatMap(row => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(match => match[1] ?? ''))
    .toSorted();
}

// The manifest's names are those of the element.
test.for([
  ['attributes', 'Attribute'],
  ['events', 'Event'],
  ['cssProperties', 'Property'],
] as const)('the manifest lists the %s that PARTNERS.md names', ([kind, heading]) => {
  expect(sortedNames(element[kind]).length).toBeGreaterThan(0);
  expect(sortedNames(element[kind])).toEqual(documentedNames(heading));
});

test('the manifest describes every entry, part and slot', () => {
  const parts = [...readRepositoryFile('widget/element.ts').matchAll(/@part (\w+) /g)].map(match => match[1]);
  expect(sortedNames(element.cssParts)).toEqual(parts.toSorted());
  expect(sortedNames(element.slots)).toEqual(['']);
  for (const list of Object.values(element).filter(Array.isArray))
    for (const item of list as DocumentedName[]) expect(item.description).toMatch(/\S/);
});

test('the manifest lists every method of the types and PARTNERS.md', () => {
  interface Method extends DocumentedName {
    kind: string;
    parameters: { name: string; type: { text: string } }[];
    return: { type: { text: string } };
  }
  const methods = (element.members as Method[]).filter(item => item.kind === 'method');
  const documented = [...readRepositoryFile('widget/element.ts').matchAll(/ \* @method (\w+) /g)].map(
    match => match[1],
  );
  expect(sortedNames(methods)).toEqual(documented.toSorted());
  for (const { name, description, parameters, return: returned } of methods) {
    expect(description).not.toMatch(/[\n*]/);
    const signature = parameters.map(parameter => `${parameter.name}: ${parameter.type.text}`).join(', ');
    expect(readRepositoryFile('package/types/index.d.ts')).toContain(
      ` ${name}(${signature}): ${returned.type.text};`,
    );
    expect(readRepositoryFile('PARTNERS.md')).toContain(`${name}()`);
  }
});

test('the manifest rejects an untyped event and a missing doc block', () => {
  const source = readRepositoryFile('widget/element.ts');
  const more = source.replace(
    ' * @event exchange-ready',
    ' * @event exchange-new - new\n * @event exchange-ready',
  );
  expect(() => createElementsManifest(more)).toThrow('exchange-new');
  expect(() => createElementsManifest('export class ExchangeWidget {}')).toThrow('doc block');
});

test('the package’s types match the element', () => {
  expectTypeOf<ExchangeChange>().toEqualTypeOf<ExchangeChangeDetail>();
  expectTypeOf<ExchangeClaim['status']>().toEqualTypeOf<ClaimStatusCode>();
  type Name = keyof ExchangeWidgetAttributes;
  expectTypeOf<Pick<ExchangeWidget, Name>>().toExtend<{ [key in Name]?: string | undefined }>();
  expectTypeOf<ExchangeWidget['diagnose']>().toExtend<ExchangeWidgetElement['diagnose']>();
  expectTypeOf<ExchangeWidgetElement>().toExtend<HTMLElement & ExchangeWidgetAttributes>();
  expectTypeOf<HTMLElementEventMap['exchange-change']>().toEqualTypeOf<CustomEvent<ExchangeChange>>();
  expectTypeOf<HTMLElementTagNameMap['exchange-widget']>().toEqualTypeOf<ExchangeWidgetElement>();
  expectTypeOf<Name>().toExtend<keyof ExchangeWidgetProps>();
  const events: (keyof ExchangeWidgetEventMap)[] = [
    'exchange-change',
    'exchange-claim',
    'exchange-error',
    'exchange-ready',
    'exchange-step',
  ];
  expectTypeOf<keyof ExchangeWidgetEventMap>().toEqualTypeOf<(typeof events)[number]>();
  expect(sortedNames(element.events)).toEqual(events);
});

test('the built types, README and page for shops describe each attribute of the element', () => {
  const types = createAttributeTypes();
  const readme = fillReadme(readRepositoryFile('package/README.md'));
  expect(ATTRIBUTE_NAMES.length).toBeGreaterThan(5);
  for (const name of ATTRIBUTE_NAMES) {
    expect(types).toMatch(new RegExp(`^ {2}/\\*\\* \\S.+ \\*/\\n {2}${name}\\?: .+ \\| undefined;$`, 'm'));
    expect(readme).toContain(`\`${name}\``);
  }
  expect(types).toContain("theme?: 'light' | 'dark' | 'auto' | undefined;");
  expect(readme).toContain('`theme` (`light`, `dark`, `auto`)');
  expect(readme).not.toContain('{{');
  const table = formatAttributeTable();
  expect(table).toContain('| `theme` | `light`, `dark` или `auto` |');
  // Without a text for shops.
  expect(table).not.toContain('`api`');
});

test('an attribute without a doc block is refused by its name', () => {
  const source = readRepositoryFile('widget/attributes.ts').replace(
    / {2}\/\*\*(?:(?!\*\/)[^])*\*\/\n(?= {2}rid:)/,
    '',
  );
  expect(() => readAttributeTexts(source)).toThrow('rid has no doc block');
});

test('the package has no dependencies', () => {
  const made = createPackageJson({ version: '1.2.3', license: 'MIT' }) as Record<string, object>;
  expect(made).toMatchObject({ version: '1.2.3', license: 'MIT', type: 'module' });
  for (const kind of ['dependencies', 'optionalDependencies', 'devDependencies', 'scripts', 'private'])
    expect(made).not.toHaveProperty(kind);
  expect(made.peerDependenciesMeta).toEqual({ react: { optional: true } });
});

test.for([
  ['PARTNERS.md', 'react/Shop.tsx', 'tsx'],
  ['PARTNERS.md', 'vue/Shop.vue', 'vue'],
  ['PARTNERS.md', 'vue/vite.config.js', 'js'],
  ['PARTNERS.md', 'svelte/Shop.svelte', 'svelte'],
] as const)('%s shows %s unchanged', ([document, fixture, language]) => {
  expect(readRepositoryFile(document)).toContain(
    `\`\`\`${language}\n${readRepositoryFile(`tests/package/${fixture}`)}\`\`\``,
  );
});
