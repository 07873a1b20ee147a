import type { Plugin } from 'vite';

/** React, its parts, and the card's checksum: all of the widget that is CommonJS. */
const FILES = /\/node_modules\/(react|react-dom|scheduler|card-validator)\/.*\.js$/;

/** In an entry that chooses between production and development: the former. */
const CHOICE = /require\('(\.\/cjs\/[\w.-]+\.production\.js)'\)/;

/** In React's renderer: what acts on `<ViewTransition>` and nothing else. */
const UNUSED = /ViewTransition(?!Error|CancelableScope)/;

/**
 * The renderer without its view transitions: the widget has none, nobody else draws with this copy, and they are 2 kB
 * after brotli. Throws when there are none to take out.
 */
function withoutTransitions(code: string, file: string): string {
  let found = 0;
  const left = code.replace(/^function (\w+)\([^)]*\) \{\n.*?^\}/gms, (whole, name: string) => {
    if (!UNUSED.test(name)) return whole;
    found++;
    return `function ${name}() {}`;
  });
  if (found < 15) throw new Error(`${file}: not the view transitions that were expected`);
  return left;
}

/** A CommonJS file as a module of the same exports. Throws when it is written in another way than React's are. */
function asModule(code: string, file: string): string {
  const chosen = CHOICE.exec(code)?.[1];
  if (chosen) return `export * from '${chosen}'`;
  const names = new Set<string>();
  const body = code
    // Under the very names that the file uses: a namespace in a variable would keep all of itself.
    .replace(/^var ((?:\w+ = require\("[\w-]+"\)(?:,\s+)?)+);/m, (_, list: string) =>
      list.replace(/(\w+) = require\(("[\w-]+")\),?/g, 'import * as $1 from $2;'),
    )
    .replace(/^module\.exports = /m, 'export default ')
    .replace(/^(?=exports\.\w+ =)/gm, 'var ')
    .replace(/\bexports\.(\w+)/g, (_, name: string) => {
      names.add(name);
      return `$${name}`;
    });
  if (/\b(require\(|module\.|exports\b)/.test(body))
    throw new Error(`${file}: not the CommonJS that was expected`);
  const list = [...names].map(name => `$${name} as ${name}`);
  return `${body};export { ${list.join(', ')} };`;
}

/**
 * Makes modules of CommonJS, so that what nobody imports falls away (of React 3 kB after brotli), and with it the helpers
 * of CommonJS, a file of their own to wait for.
 */
export function modules(): Plugin {
  return {
    name: 'widget-modules',
    // The site's development server takes React as it is.
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: FILES },
      handler: (code, id) =>
        asModule(/react-dom-client\.production/.test(id) ? withoutTransitions(code, id) : code, id),
    },
  };
}
