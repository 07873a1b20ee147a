import { readFileSync } from 'node:fs';
import { ATTRIBUTE_NAMES, WIDGET_ATTRIBUTES, type AttributeName } from './attributes.ts';

/** An attribute with the texts of its doc block in `attributes.ts`, for builds. */
export interface AttributeText {
  name: AttributeName;
  /** In English, one sentence or more. */
  description: string;
  /** In Russian, Markdown; undefined for an attribute that only developers set. */
  textForShops: string | undefined;
  /** TypeScript type of its value. */
  type: string;
}

/** Reads the doc blocks. Throws for an attribute without one. */
export function readAttributeTexts(
  source = readFileSync(new URL('attributes.ts', import.meta.url), 'utf8'),
): AttributeText[] {
  return ATTRIBUTE_NAMES.map(name => {
    const block = new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\n {2}${name}: \\{`).exec(source)?.[1];
    if (block === undefined) throw new Error(`${name} has no doc block in widget/attributes.ts`);
    const text = block.replaceAll(/\s*\n\s*\*?\s*/g, ' ').trim();
    const [description = '', textForShops] = text.split(' @shops ');
    const definition = WIDGET_ATTRIBUTES[name];
    const type = 'values' in definition ? definition.values.map(value => `'${value}'`).join(' | ') : 'string';
    return { name, description, textForShops, type };
  });
}

/** The rows of the page for shops, as a Markdown table. */
export function formatAttributeTable(): string {
  const rows = readAttributeTexts().flatMap(({ name, textForShops }) =>
    textForShops === undefined ? [] : [`| \`${name}\` | ${textForShops} |`],
  );
  return ['| Атрибут | Значение |', '| --- | --- |', ...rows].join('\n');
}
