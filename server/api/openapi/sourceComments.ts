import { readFileSync } from 'node:fs';
// Tests of pages replace the global one.
import { fileURLToPath, pathToFileURL, URL } from 'node:url';
import { parseSync, type Expression, type Program } from 'oxc-parser';

/** The folder of the repository. */
export const root = new URL('../../../', pathToFileURL(import.meta.filename));

/** An expression and the file that it stands in. */
export interface Value {
  node: Expression;
  source: Source;
}

/** A parsed file. */
export interface Source {
  /** Constants at the top level: their initial values and doc blocks. */
  constants: Map<string, Value & { comment: string | undefined }>;
  /** Imported name → file of this repository. */
  imports: ReadonlyMap<string, URL>;
  /** Text of each doc block, by the offset of what follows it. */
  comments: ReadonlyMap<number, string>;
}

const sources = new Map<string, Source>();

/** Parses a file of this repository. The server runs from its sources, so that they contain the comments. */
export function parseSource(url: URL): Source {
  const known = sources.get(url.href);
  if (known) return known;
  const text = readFileSync(url, 'utf8');
  const { program, comments } = parseSync(fileURLToPath(url), text);
  const docs = comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*'));
  const findNext = (offset: number) => offset + text.slice(offset).search(/\S/);
  const constants: Source['constants'] = new Map();
  const source: Source = {
    constants,
    imports: new Map(listImports(program, url)),
    comments: new Map(docs.map(({ end, value }) => [findNext(end), cleanComment(value)])),
  };
  for (const constant of listConstants(program, source)) constants.set(...constant);
  sources.set(url.href, source);
  return source;
}

/** Finds a constant of this file or of one that it imports. */
export function findConstant({ constants, imports }: Source, name: string) {
  const url = imports.get(name);
  return url ? parseSource(url).constants.get(name) : constants.get(name);
}

function listConstants({ body }: Program, source: Source) {
  return body.flatMap(statement => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration?.type !== 'VariableDeclaration') return [];
    const comment = source.comments.get(statement.start);
    return declaration.declarations.flatMap(({ id, init }) =>
      id.type === 'Identifier' && init ? [[id.name, { node: init, source, comment }] as const] : [],
    );
  });
}

function listImports({ body }: Program, url: URL) {
  return body.flatMap(statement => {
    if (statement.type !== 'ImportDeclaration') return [];
    const path = statement.source.value;
    if (!/^[.#]/.test(path)) return [];
    const file = path.startsWith('#') ? new URL(path.slice(1), root) : new URL(path, url);
    return statement.specifiers.map(({ local }) => [local.name, file] as const);
  });
}

/** The text of a doc block as one line, without its last full stop. */
const cleanComment = (value: string): string =>
  value
    .replace(/^\s*\*/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\.$/, '');
