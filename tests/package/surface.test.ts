import { readFileSync } from 'node:fs';
import { expect, expectTypeOf, test } from 'vitest';
import type { Status } from '#core/claim/status.ts';
import type { Change } from '#core/exchange/model.ts';
import { description } from '#package/description.ts';
import { manifest } from '#package/manifest.ts';
import type {
  ExchangeChange,
  ExchangeClaim,
  ExchangeWidgetAttributes,
  ExchangeWidgetElement,
  ExchangeWidgetEventMap,
} from '#package/types/index.d.ts';
import type { ExchangeWidgetProps } from '#package/types/react.d.ts';
import type { ExchangeWidget } from '#widget/element.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

type Named = { name: string; description: string };
type Element = Record<'attributes' | 'events' | 'members' | 'cssProperties' | 'cssParts' | 'slots', Named[]>;
const { modules } = manifest(read('widget/element.ts')) as { modules: [{ declarations: [Element] }] };
const element = modules[0].declarations[0];
const names = (list: readonly Named[]) => list.map(one => one.name).toSorted();

/** First cells' code of PARTNERS.md's table under a heading cell. */
function table(heading: string): string[] {
  const found = read('PARTNERS.md')
    .split('\n\n')
    .find(block => block.startsWith(`| ${heading}`));
  const rows = (found ?? '').split('\n').slice(2);
  return rows
    .flatMap(row => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(match => match[1] ?? ''))
    .toSorted();
}

test.for([
  ['attributes', 'Attribute'],
  ['events', 'Event'],
  ['cssProperties', 'Property'],
] as const)('editors are told of the %s that PARTNERS.md names', ([kind, heading]) => {
  expect(names(element[kind]).length).toBeGreaterThan(0);
  expect(names(element[kind])).toEqual(table(heading));
});

test('editors are told what each is for, of every part, and of the slot', () => {
  const parts = [...read('widget/element.ts').matchAll(/@part (\w+) /g)].map(match => match[1]);
  expect(names(element.cssParts)).toEqual(parts.toSorted());
  expect(names(element.slots)).toEqual(['']);
  for (const list of Object.values(element).filter(Array.isArray))
    for (const one of list as Named[]) expect(one.description).toMatch(/\S/);
});

test('editors are told of every method, as the types and PARTNERS.md know it', () => {
  const methods = (element.members as (Named & { kind: string })[]).filter(one => one.kind === 'method');
  const documented = [...read('widget/element.ts').matchAll(/ \* @method (\w+) /g)].map(match => match[1]);
  expect(names(methods)).toEqual(documented.toSorted());
  for (const { name, description } of methods) {
    expect(description).not.toMatch(/[\n*]/);
    expect(read('package/types/index.d.ts')).toContain(` ${name}(): `);
    expect(read('PARTNERS.md')).toContain(`${name}()`);
  }
});

test('an event without a type, or an element without a doc block, makes no manifest', () => {
  const source = read('widget/element.ts');
  const more = source.replace(
    ' * @event exchange-ready',
    ' * @event exchange-new - new\n * @event exchange-ready',
  );
  expect(() => manifest(more)).toThrow('exchange-new');
  expect(() => manifest('export class ExchangeWidget {}')).toThrow('doc block');
});

test('the types of the package are those of the element', () => {
  expectTypeOf<ExchangeChange>().toEqualTypeOf<Change>();
  expectTypeOf<ExchangeClaim['status']>().toEqualTypeOf<Status>();
  type Name = keyof ExchangeWidgetAttributes;
  expectTypeOf<Pick<ExchangeWidget, Name>>().toExtend<{ [key in Name]?: string | undefined }>();
  expectTypeOf<ExchangeWidget['diagnose']>().toExtend<ExchangeWidgetElement['diagnose']>();
  expectTypeOf<ExchangeWidgetElement>().toExtend<HTMLElement & ExchangeWidgetAttributes>();
  expectTypeOf<HTMLElementEventMap['exchange-change']>().toEqualTypeOf<CustomEvent<ExchangeChange>>();
  expectTypeOf<HTMLElementTagNameMap['exchange-widget']>().toEqualTypeOf<ExchangeWidgetElement>();
  expectTypeOf<Name>().toExtend<keyof ExchangeWidgetProps>();
  // What the types name, in the order of the text, is what the element takes and tells.
  const types = read('package/types/index.d.ts');
  const attributes = /interface ExchangeWidgetAttributes \{([\s\S]+?)\n\}/.exec(types)?.[1] ?? '';
  expect([...attributes.matchAll(/^ {2}(\w+)\?:/gm)].map(match => match[1])).toEqual(
    element.attributes.map(one => one.name),
  );
  const events: (keyof ExchangeWidgetEventMap)[] = [
    'exchange-change',
    'exchange-claim',
    'exchange-error',
    'exchange-ready',
  ];
  expectTypeOf<keyof ExchangeWidgetEventMap>().toEqualTypeOf<(typeof events)[number]>();
  expect(names(element.events)).toEqual(events);
});

test('nobody who installs the package installs anything with it', () => {
  const made = description({ version: '1.2.3', license: 'MIT' }) as Record<string, object>;
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
] as const)('%s shows %s as the tests use it', ([document, fixture, language]) => {
  expect(read(document)).toContain(`\`\`\`${language}\n${read(`tests/package/${fixture}`)}\`\`\``);
});
