import type { Plugin } from 'vite';

/** A function with nothing in it. */
const EMPTY = '{ return null; }';

/** What only the router's framework mode and its instrumentations need, and what stands in its place. */
const UNUSED: readonly { file: string; functions: Readonly<Record<string, string>> }[] = [
  {
    file: 'dom/ssr/components.js',
    functions: { PrefetchPageLinks: EMPTY, usePrefetchBehavior: '{ return [false, null, {}]; }' },
  },
  {
    file: 'router/instrumentation.js',
    functions: { getRouteInstrumentationUpdates: EMPTY, instrumentClientSideRouter: EMPTY },
  },
];

function without(code: string, id: string, functions: Readonly<Record<string, string>>): string {
  let left = code;
  for (const [name, body] of Object.entries(functions)) {
    const whole = new RegExp(String.raw`^function ${name}\(.*?\) \{\n[^]*?^\}`, 'm');
    if (!whole.test(left)) throw new Error(`${id}: no ${name} to take out`);
    left = left.replace(whole, () => `function ${name}() ${body}`);
  }
  return left;
}

/**
 * The router without its framework mode, 4 kB after brotli: our routes are plain objects, and `shell/preload.ts` loads
 * what they need. Throws when a function to take out is not there.
 */
export function router(): Plugin {
  return {
    name: 'lean-router',
    apply: 'build',
    transform: {
      filter: { id: /\/node_modules\/react-router\/.*\.m?js$/ },
      handler(code, id) {
        // It asks for React as one thing, which would keep all of it: as names it takes what it uses.
        const named = code.replace(
          /^import (React)(?:, (\{[^}]*\}))? from "react";/gm,
          (_, name: string, others?: string) =>
            `import * as ${name} from "react";${others ? `import ${others} from "react";` : ''}`,
        );
        const found = UNUSED.find(({ file }) => id.endsWith(`/production/lib/${file}`));
        return found ? without(named, id, found.functions) : named;
      },
    },
  };
}
