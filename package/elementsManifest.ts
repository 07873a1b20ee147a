import { readAttributeTexts } from '../widget/attributeTexts.ts';

/** One item of the element's doc block, possibly on two lines: `@event exchange-ready - the form can be used`. */
type DocTag = { name: string; description: string };

/** The items of a tag, in order. Only the slot has no name. */
function parseDocTags(block: string, tag: string): DocTag[] {
  const found = block.matchAll(new RegExp(`^ \\* @${tag} (?:([\\w-]+) )?- (.+(?:\\n \\* [^@].*)*)$`, 'gm'));
  return [...found].map(([, name = '', text = '']) => ({ name, description: text.replaceAll('\n * ', ' ') }));
}

/** Detail of each event, as a type of the package. */
const EVENT_DETAIL_TYPES: Readonly<Record<string, string>> = {
  'exchange-ready': 'null',
  'exchange-change': 'ExchangeChange',
  'exchange-step': 'ExchangeStep',
  'exchange-claim': 'ExchangeClaim',
  'exchange-error': 'ExchangeError',
};

/** Return type of each method, and the types of its parameters by name. */
const METHOD_TYPES: Readonly<Record<string, { returns: string; parameters?: Record<string, string> }>> = {
  diagnose: { returns: 'Promise<ExchangeReport>' },
  showForm: { returns: 'void' },
  returnToStep: { returns: 'void', parameters: { step: "Exclude<ExchangeStepName, 'claim'>" } },
};

/** The package's interface of the element's attributes, as a file of types. */
export function createAttributeTypes(): string {
  const lines = readAttributeTexts().flatMap(({ name, description, type }) => [
    `  /** ${description} */`,
    `  ${name}?: ${type} | undefined;`,
  ]);
  return [
    "/** The element's attributes, and its properties of the same names. */",
    'export interface ExchangeWidgetAttributes {',
    ...lines,
    '}',
    '',
  ].join('\n');
}

/** Inserts the attributes with their possible values into the package's README. */
export function fillReadme(text: string): string {
  const names = readAttributeTexts().map(({ name, type }) => {
    const values = [...type.matchAll(/'(\w+)'/g)].map(([, value]) => `\`${value}\``);
    return `\`${name}\`${values.length > 0 ? ` (${values.join(', ')})` : ''}`;
  });
  return text.replace('{{attributes}}', names.join(', '));
}

/**
 * Creates the custom elements manifest (schema 1.0.0), which editors use for completion, from the doc blocks in
 * widget/element.ts and widget/attributes.ts. Throws if one is missing, or if it names an event or a method without a
 * type.
 */
export function createElementsManifest(source: string): object {
  const block = /\/\*\*\n \* `<exchange-widget>`[\s\S]+?\*\//.exec(source)?.[0];
  if (!block) throw new Error('widget/element.ts has no doc block of <exchange-widget>');
  const attributes = readAttributeTexts().map(({ name, description, type }) => ({
    name,
    description,
    type: { text: type },
  }));
  const events = parseDocTags(block, 'event').map(line => {
    const detail = EVENT_DETAIL_TYPES[line.name];
    if (!detail) throw new Error(`${line.name} has no type in package/types/index.d.ts`);
    return { ...line, type: { text: `CustomEvent<${detail}>` } };
  });
  const methods = parseDocTags(block, 'method').map(line => {
    const types = METHOD_TYPES[line.name];
    if (!types) throw new Error(`${line.name} has no type in package/types/index.d.ts`);
    const parameters = Object.entries(types.parameters ?? {}).map(([name, text]) => ({
      name,
      type: { text },
    }));
    return { kind: 'method', ...line, parameters, return: { type: { text: types.returns } } };
  });
  const element = {
    kind: 'class',
    customElement: true,
    name: 'ExchangeWidget',
    tagName: 'exchange-widget',
    description: /`<exchange-widget>`: (.+)/.exec(block)?.[1] ?? '',
    superclass: { name: 'HTMLElement' },
    attributes: attributes.map(one => ({ ...one, fieldName: one.name })),
    members: [...attributes.map(one => ({ kind: 'field', ...one, attribute: one.name })), ...methods],
    events,
    slots: parseDocTags(block, 'slot'),
    cssParts: parseDocTags(block, 'part'),
    cssProperties: parseDocTags(block, 'token'),
  };
  const declaration = { name: element.name, module: 'index.js' };
  return {
    schemaVersion: '1.0.0',
    modules: [
      {
        kind: 'javascript-module',
        path: 'index.js',
        declarations: [element],
        exports: [{ kind: 'custom-element-definition', name: element.tagName, declaration }],
      },
    ],
  };
}
