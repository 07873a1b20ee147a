import { dirname, posix, relative, sep } from 'node:path';

/** Layer → layers that it may import. An entry with a slash is a folder or a file of a layer. */
const LAYER_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  core: [],
  widget: ['core'],
  server: [
    'core/contract',
    'core/exchange',
    'core/claim',
    'core/messages.ts',
    'core/accountMessages.ts',
    'core/staffMessages.ts',
    'core/clock.ts',
    'core/retry.ts',
    'core/typography.ts',
  ],
  site: ['widget', 'core'],
  package: ['widget', 'core'],
  examples: [],
  tools: ['package', 'site/buildGraph.ts', 'site/prerender/pageFile.ts', 'site/routePaths.ts'],
  tests: ['core', 'widget', 'server', 'site', 'package', 'examples', 'tools'],
};

/** Floors of the server, and folders of a floor, that import only from those before them. */
const ORDERED_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  server: [
    'platform',
    'exchange',
    'accounts',
    'partners',
    'notifications',
    'operator',
    'demo',
    'api',
    'web',
    'proxy',
  ],
  'server/exchange': [
    'catalogue',
    'requisites',
    'courses',
    'courseHistory',
    'claims',
    'verification',
    'payments',
  ],
};

/** Files beside the ordered folders that all of them may import: they have types only. */
const SHARED_FILES: readonly string[] = ['server/exchange/context.ts'];

/** Why a file of an ordered folder may not import a path; undefined if it may. Other files and folders come last. */
function findOrderViolation(file: string, path: string): string | undefined {
  for (const [parent, folders] of Object.entries(ORDERED_FOLDERS)) {
    const getPlace = (name: string) => {
      const [folder = ''] = name.startsWith(`${parent}/`) ? name.slice(parent.length + 1).split('/') : [];
      return folders.indexOf(folder);
    };
    const [place, importedPlace] = [getPlace(file), getPlace(path)];
    const isOutside = path.startsWith(`${parent}/`) && importedPlace === -1 && !SHARED_FILES.includes(path);
    if (place !== -1 && (importedPlace > place || isOutside))
      return `${parent}/${folders[place]}/ imports only ${['itself', ...folders.slice(0, place)].join(', ')}, not ${path}`;
  }
  return undefined;
}

/** The repository path of an import of our own code; undefined for a package. */
function resolveOwnImport(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.')) return posix.normalize(posix.join(dirname(file), specifier));
  return undefined;
}

/** Why `file` (a repository path) may not import `specifier`; undefined if it may. */
export function findLayerViolation(file: string, specifier: string): string | undefined {
  const layer = file.split('/')[0] ?? '';
  const path = resolveOwnImport(file, specifier);
  const allowed = LAYER_IMPORTS[layer];
  if (path === undefined || allowed === undefined) return undefined;
  const importedLayer = path.split('/')[0] ?? '';
  if (importedLayer === layer) return findOrderViolation(file, path);
  if (LAYER_IMPORTS[importedLayer] === undefined) return undefined;
  if (allowed.some(prefix => path === prefix || path.startsWith(`${prefix}/`))) return undefined;
  const list = allowed.length > 0 ? `only ${allowed.join(', ')}` : 'no other layer';
  return `${layer}/ imports ${list}, not ${path}`;
}

/** The part of an ESTree node that the rules below read. */
type Node = {
  type: string;
  name?: string;
  computed?: boolean;
  async?: boolean;
  value?: unknown;
  source?: Node | null;
  specifiers?: Node[];
  object?: Node;
  property?: Node;
  callee?: Node;
  expression?: Node;
  body?: Node | Node[];
  id?: Node | null;
  init?: Node;
  left?: Node;
  parent?: Node;
};
type Context = { cwd: string; filename: string; report: (found: { node: Node; message: string }) => void };

/** Repository path of the file that is being linted. */
const getPath = ({ cwd, filename }: Context) => relative(cwd, filename).split(sep).join('/');

const layerImports = {
  create(context: Context) {
    const file = getPath(context);
    const check = (node: Node) => {
      const specifier = node.source?.value;
      const message = typeof specifier === 'string' ? findLayerViolation(file, specifier) : undefined;
      if (message) context.report({ node, message });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      TSImportType: check,
    };
  },
};

const noOwnNamespaceImport = {
  create(context: Context) {
    const file = getPath(context);
    return {
      ImportDeclaration(node: Node) {
        const specifier = node.source?.value;
        if (typeof specifier !== 'string' || resolveOwnImport(file, specifier) === undefined) return;
        if (!node.specifiers?.some(({ type }) => type === 'ImportNamespaceSpecifier')) return;
        context.report({
          node,
          message: `Import names instead: import { parseAmount } from '${specifier}'. Exports are named so that they make sense alone`,
        });
      },
    };
  },
};

const FUNCTION_TYPES = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
/** Objects whose `.value` belongs to the DOM, to a ref or to an iterator, not to a signal. */
const NON_SIGNAL_OWNERS = new Set(['target', 'currentTarget', 'current']);

/** Functions whose callbacks run outside rendering, or subscribe to signals by themselves. */
const DEFERRED_CALLBACKS = new Set([
  'effect',
  'computed',
  'useComputed',
  'useSignalEffect',
  'useEffect',
  'useLayoutEffect',
  'useCallback',
]);

/** The component or hook that evaluates this node while it renders; undefined inside handlers and effects. */
function findRenderingFunction(node: Node): Node | undefined {
  for (let at = node.parent; at; at = at.parent) {
    if (!FUNCTION_TYPES.has(at.type)) continue;
    const outer = at.parent;
    const name = at.id?.name ?? (outer?.type === 'VariableDeclarator' ? outer.id?.name : undefined);
    if (name && /^([A-Z]|use[A-Z])/.test(name)) return at;
    // `rows.map(row => …)` runs while rendering; any other nested function runs later.
    if (outer?.type !== 'CallExpression' || DEFERRED_CALLBACKS.has(outer.callee?.name ?? ''))
      return undefined;
  }
  return undefined;
}

function callsUseSignalsFirst(owner: Node): boolean {
  const block = owner.body;
  const first = block && !Array.isArray(block) && Array.isArray(block.body) ? block.body[0] : undefined;
  return first?.type === 'ExpressionStatement' && first.expression?.callee?.name === 'useSignals';
}

const useSignalsFirst = {
  create(context: Context) {
    if (!context.filename.endsWith('.tsx')) return {};
    const reported = new Set<Node>();
    return {
      MemberExpression(node: Node) {
        if (node.computed || node.property?.name !== 'value') return;
        if (NON_SIGNAL_OWNERS.has(node.object?.property?.name ?? node.object?.name ?? '')) return;
        const owner = findRenderingFunction(node);
        if (!owner || reported.has(owner) || callsUseSignalsFirst(owner)) return;
        reported.add(owner);
        context.report({
          node: owner,
          message:
            'This function reads .value while rendering. Call useSignals() as its first statement, or it misses updates. If the object is not a signal, destructure it',
        });
      },
    };
  },
};

/** The project's oxlint rules. */
export default {
  meta: { name: 'project' },
  rules: {
    'layer-imports': layerImports,
    'no-own-namespace-import': noOwnNamespaceImport,
    'use-signals-first': useSignalsFirst,
  },
};
