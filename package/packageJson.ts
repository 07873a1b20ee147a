/** Fields of the repository's package.json that the package reuses. */
type RepositoryManifest = { version: string; license: string };

/** Name under which partners install the package. */
export const PACKAGE_NAME = '@razmen/exchange-widget';

/** Types for one framework each. They contain no code. */
const TYPE_ONLY_ENTRIES = ['jsx', 'react-jsx', 'preact-jsx', 'vue', 'svelte'];

/** Creates the package's package.json. React is an optional peer dependency, required only by the wrapper. */
export function createPackageJson({ version, license }: RepositoryManifest): object {
  return {
    name: PACKAGE_NAME,
    version,
    description: 'The exchange form of Размен as a custom element, with a React wrapper',
    license,
    type: 'module',
    main: './index.js',
    types: './index.d.ts',
    exports: {
      '.': { types: './index.d.ts', default: './index.js' },
      './react': { types: './react.d.ts', default: './react.js' },
      ...Object.fromEntries(TYPE_ONLY_ENTRIES.map(name => [`./${name}`, { types: `./${name}.d.ts` }])),
      './custom-elements.json': './custom-elements.json',
      './package.json': './package.json',
    },
    customElements: 'custom-elements.json',
    sideEffects: ['./index.js', './parts/*.js'],
    peerDependencies: { react: '>=16.8' },
    peerDependenciesMeta: { react: { optional: true } },
    keywords: ['custom-element', 'web-component', 'currency-exchange', 'react'],
  };
}
