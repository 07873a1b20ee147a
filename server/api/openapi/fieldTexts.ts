import { globSync } from 'node:fs';
import { URL } from 'node:url';
import type { ArrayExpression, Expression, ObjectExpression, ObjectProperty } from 'oxc-parser';
import type * as v from 'valibot';
import { setCallText } from './callTexts.ts';
import { findConstant, parseSource, root, type Source, type Value } from './sourceComments.ts';

/** Texts of the fields of object schemas, by name. */
export type FieldTexts = Map<v.GenericSchema, Readonly<Record<string, string | undefined>>>;

/** A schema; those that contain others have one of these fields. */
type Schema = v.GenericSchema & {
  entries?: Record<string, Schema>;
  wrapped?: Schema;
  item?: Schema;
  pipe?: readonly [Schema];
  options?: readonly (Schema | string | number)[];
};

/** A field of a schema and the file that it stands in. */
interface Field {
  property: ObjectProperty;
  source: Source;
}

const SCHEMA_FILES = [
  'core/contract/**/*.ts',
  'server/exchange/courses/settingsResponse.ts',
  'server/api/merchant/merchantCallback.ts',
];

/** Reads the doc blocks of all calls, and those of the fields of all schemas. */
export async function readFieldTexts(): Promise<FieldTexts> {
  const texts: FieldTexts = new Map();
  const schemas = new Map<string, Schema>();
  const comments = new Map<object, string>();
  for (const path of globSync(SCHEMA_FILES, { cwd: root })) {
    const url = new URL(path, root);
    const exported = (await import(url.href)) as Record<string, unknown>;
    for (const [name, value] of parseSource(url).constants) {
      const constant = exported[name];
      if (isSchema(constant)) {
        addTexts(texts, constant, value);
        schemas.set(name, constant);
      } else if (typeof constant === 'object' && constant && value.comment !== undefined)
        comments.set(constant, value.comment);
    }
  }
  for (const [call, comment] of comments) setCallText(call, comment, schemas);
  return texts;
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';

/** Adds the texts of a schema, which `value` creates, and of those inside it. */
function addTexts(texts: FieldTexts, schema: Schema, value: Value): void {
  const inner = schema.pipe?.[0] ?? schema.wrapped ?? schema.item;
  if (inner) return addTexts(texts, inner, value);
  const literal = findLiteral(value);
  const { entries, options } = schema;
  if (!literal || texts.has(schema)) return;
  if (entries) {
    const fields = [...listFields(literal)];
    texts.set(schema, Object.fromEntries(fields.map(([name, field]) => [name, getText(field)])));
    for (const [name, { property, source }] of fields)
      if (entries[name]) addTexts(texts, entries[name], { node: property.value, source });
  } else if (literal.node.type === 'ArrayExpression')
    for (const [index, node] of literal.node.elements.entries()) {
      const option = options?.[index];
      if (typeof option === 'object' && node)
        addTexts(texts, option, { ...literal, node: node as Expression });
    }
}

/** The expression that decides on the fields: `X` in `v.optional(X)`, `v.omit(X, …)` and `X.entries`. */
function getOperand(node: Expression): Expression | undefined {
  if (node.type === 'MemberExpression') return node.object as Expression;
  if (node.type !== 'CallExpression') return undefined;
  return node.arguments.find(({ type }) => type !== 'Literal') as Expression | undefined;
}

/** The fields of an object schema, or the schemas of a union. */
function findLiteral({
  node,
  source,
}: Value): (Value & { node: ObjectExpression | ArrayExpression }) | undefined {
  if (node.type === 'ObjectExpression' || node.type === 'ArrayExpression') return { node, source };
  const operand = getOperand(node);
  const next =
    node.type === 'Identifier' ? findConstant(source, node.name) : operand && { node: operand, source };
  return next && findLiteral(next);
}

function listFields(value: Value): Map<string, Field> {
  const literal = findLiteral(value);
  const fields = new Map<string, Field>();
  if (literal?.node.type !== 'ObjectExpression') return fields;
  const { source } = literal;
  for (const property of literal.node.properties)
    if (property.type === 'SpreadElement')
      for (const field of listFields({ node: property.argument, source })) fields.set(...field);
    else if (property.key.type === 'Identifier') fields.set(property.key.name, { property, source });
  return fields;
}

/** The doc block of a field; without one, that of the constant with the schema of its value. */
function getText({ property, source }: Field): string | undefined {
  const own = source.comments.get(property.start);
  let node: Expression | undefined = property.value;
  while (node && node.type !== 'Identifier') node = getOperand(node);
  return own ?? (node && findConstant(source, node.name)?.comment);
}
