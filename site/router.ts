import type { Plugin } from 'vite';

/** A function with nothing in it. */
const EMPTY_BODY = '{ return null; }';

/** What only the router's framework mode and its instrumentations need, and what stands in its place. */
const UNUSED_FUNCTIONS: readonly { file: string; functions: Readonly<Record<string, string>> }[] = [
  {
    file: 'dom/ssr/components.js',
    functions: { PrefetchPageLinks: EMPTY_BODY, usePrefetchBehavior: '{ return [false, null, {}]; }' },
  },
  {
    file: 'router/instrumentation.js',
    functions: { getRouteInstrumentationUpdates: EMPTY_BODY, instrumentClientSideRouter: EMPTY_BODY },
  },
];

function removeFunctions(code: string, id: string, functions: Readonly<Record<string, string>>): string {
  let remaining = code;
  for (const [name, body] of Object.entries(functions)) {
    const functionPattern = new RegExp(String.raw`^function ${name}\(.*?\) \{\n[^]*?^\}`, 'm');
    if (!functionPattern.test(remaining)) throw new Error(`${id}: no ${name} to take out`);
    remaining = remaining.replace(functionPattern, () => `function ${name}() ${body}`);
  }
  return remaining;
}

/**
 * The router without its framework mode, 4 kB after brotli: our routes are plain objects, and `shell/lifecycle/preloadRoutes.ts` loads
 * what they need. Throws when a function to take out is not there.
 */
export function leanRouter(): Plugin {
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
        const unused = UNUSED_FUNCTIONS.find(({ file }) => id.endsWith(`/production/lib/${file}`));
        return unused ? removeFunctions(named, id, unused.functions) : named;
      },
    },
  };
}
