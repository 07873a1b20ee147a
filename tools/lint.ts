import { dirname, posix, relative, sep } from 'node:path';

/** What a room may import of ours; a name with a slash is a folder or a file of a room. */
const floors: Record<string, readonly string[]> = {
  core: [],
  widget: ['core'],
  server: ['core/contract', 'core/exchange', 'core/claim', 'core/messages.ts'],
  site: ['widget', 'core'],
  package: ['widget', 'core'],
  examples: [],
  tools: ['package'],
  tests: ['core', 'widget', 'server', 'site', 'package', 'examples', 'tools'],
};

/** The repository path that an import of ours means, or undefined for a package. */
function target(file: string, wanted: string): string | undefined {
  if (wanted.startsWith('#')) return wanted.slice(1);
  if (wanted.startsWith('.')) return posix.normalize(posix.join(dirname(file), wanted));
  return undefined;
}

/** Why `file` (a repository path) may not import `wanted`; undefined when it may. */
export function crossing(file: string, wanted: string): string | undefined {
  const room = file.split('/')[0] ?? '';
  const path = target(file, wanted);
  const allowed = floors[room];
  if (path === undefined || allowed === undefined) return undefined;
  const other = path.split('/')[0] ?? '';
  if (other === room || floors[other] === undefined) return undefined;
  if (allowed.some(door => path === door || path.startsWith(`${door}/`))) return undefined;
  const doors = allowed.length > 0 ? `only ${allowed.join(', ')}` : 'nothing of ours';
  return `${room}/ imports ${doors}, not ${path}`;
}

type Node = {
  type: string;
  name?: string;
  computed?: boolean;
  async?: boolean;
  value?: unknown;
  source?: Node | null;
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

const rooms = {
  create(context: Context) {
    const file = relative(context.cwd, context.filename).split(sep).join('/');
    const check = (node: Node) => {
      const wanted = node.source?.value;
      const message = typeof wanted === 'string' ? crossing(file, wanted) : undefined;
      if (message) context.report({ node, message });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
/** `event.target.value`, `ref.current.value` and an iterator's are the DOM's and the language's, not a signal's. */
const foreign = new Set(['target', 'currentTarget', 'current']);

/** Their callbacks run outside the rendering, or follow signals by themselves. */
const apart = new Set([
  'effect',
  'computed',
  'useComputed',
  'useSignalEffect',
  'useEffect',
  'useLayoutEffect',
  'useCallback',
]);

/** The component or hook that reads this node while it renders, if one does: handlers and effects do not. */
function renderer(node: Node): Node | undefined {
  for (let at = node.parent; at; at = at.parent) {
    if (!functions.has(at.type)) continue;
    const outside = at.parent;
    const name = at.id?.name ?? (outside?.type === 'VariableDeclarator' ? outside.id?.name : undefined);
    if (name && /^([A-Z]|use[A-Z])/.test(name)) return at;
    // `rows.map(row => …)` runs at once; a function that is kept runs some other time.
    if (outside?.type !== 'CallExpression' || apart.has(outside.callee?.name ?? '')) return undefined;
  }
  return undefined;
}

function subscribes(owner: Node): boolean {
  const block = owner.body;
  const first = block && !Array.isArray(block) && Array.isArray(block.body) ? block.body[0] : undefined;
  return first?.type === 'ExpressionStatement' && first.expression?.callee?.name === 'useSignals';
}

const useSignalsFirst = {
  create(context: Context) {
    if (!context.filename.endsWith('.tsx')) return {};
    const told = new Set<Node>();
    return {
      MemberExpression(node: Node) {
        if (node.computed || node.property?.name !== 'value') return;
        if (foreign.has(node.object?.property?.name ?? node.object?.name ?? '')) return;
        const owner = renderer(node);
        if (!owner || told.has(owner) || subscribes(owner)) return;
        told.add(owner);
        context.report({
          node: owner,
          message:
            'It reads .value: without useSignals() as its first statement it would not follow the signal. Is it no signal? Then take it out by destructuring',
        });
      },
    };
  },
};

/** The house's own rules for oxlint: `house/rooms` and `house/use-signals-first`. */
export default { meta: { name: 'house' }, rules: { rooms, 'use-signals-first': useSignalsFirst } };
