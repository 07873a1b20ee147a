import { execFile } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '../../tools/install.mjs';
import { findLayerViolation } from '../../tools/lint.ts';
import { createTemporaryFolder } from './support/temporaryFolder.ts';

type Report = { diagnostics: { code: string; message: string; filename: string }[] };

/** Runs oxlint with the project's configuration on these files. Returns its findings as "file: rule". */
async function lintFiles(files: Record<string, string>): Promise<string[]> {
  const path = createTemporaryFolder(files);
  for (const name of ['.oxlintrc.json', 'tools/lint.ts']) cpSync(join(root, name), join(path, name));
  symlinkSync(join(root, 'node_modules'), join(path, 'node_modules'));
  const call = promisify(execFile)(
    process.execPath,
    [join(root, 'node_modules/oxlint/bin/oxlint'), '--format=json'],
    {
      cwd: path,
    },
  );
  const { stdout } = await call.catch((error: { stdout: string }) => error);
  const report: Report = JSON.parse(stdout);
  return report.diagnostics.map(({ filename, code }) => `${filename}: ${code}`).toSorted();
}

test.for([
  ['core/a.ts', '#server/app.ts', false],
  ['core/exchange/a.ts', '../../widget/element.ts', false],
  ['core/exchange/a.ts', '../claim/status.ts', true],
  ['core/a.ts', 'valibot', true],
  ['widget/a.ts', '#core/exchange/amount.ts', true],
  ['widget/a.ts', '#site/routes.tsx', false],
  ['server/a.ts', '#core/contract/claim.ts', true],
  ['server/a.ts', '#core/messages.ts', true],
  ['server/a.ts', '#core/api/client.ts', false],
  ['server/a.ts', '#core/session.ts', false],
  ['server/a.ts', '#widget/element.ts', false],
  ['server/platform/http/a.ts', '#server/exchange/context.ts', false],
  ['server/platform/http/a.ts', '../limits/budgets.ts', true],
  ['server/exchange/claims/a.ts', '#server/platform/config/config.ts', true],
  ['server/exchange/claims/a.ts', '../courses/pricing.ts', true],
  ['server/exchange/courses/a.ts', '../claims/lockClaim.ts', false],
  ['server/exchange/context.ts', './claims/claimSubscribers.ts', true],
  ['server/exchange/claims/a.ts', '../context.ts', true],
  ['server/exchange/courses/a.ts', '../payments/a.ts', false],
  ['server/accounts/a.ts', '#server/partners/a.ts', false],
  ['server/proxy/a.ts', '#server/web/webHost.ts', true],
  ['server/operator/a.ts', '#server/bootstrap.ts', false],
  ['server/main.ts', './proxy/proxyApp.ts', true],
  ['site/a.tsx', '#widget/element.ts', true],
  ['site/a.tsx', '#server/app.ts', false],
  ['site/a.tsx', '#tests/site/a.ts', false],
  ['examples/a.js', '../core/exchange/amount.ts', false],
  ['tools/a.ts', '#server/app.ts', false],
  ['tests/core/a.ts', '#server/app.ts', true],
  ['vite.config.ts', './widget/build.ts', true],
] as const)('%s importing %s is allowed: %s', ([file, specifier, allowed]) => {
  expect(findLayerViolation(file, specifier) === undefined).toBe(allowed);
});

test('rejects an import from another layer in every import syntax', async () => {
  const found = await lintFiles({
    'core/import.ts': "import { a } from '#server/a.ts';\nexport const b = a;\n",
    'core/export.ts': "export { a } from '../widget/a.ts';\n",
    'core/all.ts': "export * from '#site/a.ts';\n",
    'core/lazy.ts': "export const a = () => import('#tests/a.ts');\n",
    'core/type.ts': "import type { A } from '#server/a.ts';\nexport type B = A;\n",
    'core/inline.ts': "export const a: import('#server/a.ts').A | null = null;\n",
    'core/fine.ts': "export { a } from './import.ts';\n",
  });
  expect(found.filter(line => line.includes('project(layer-imports)'))).toEqual(
    ['all', 'export', 'import', 'inline', 'lazy', 'type'].map(
      name => `core/${name}.ts: project(layer-imports)`,
    ),
  );
});

test('rejects a namespace import of an own module and allows one of a package', async () => {
  const found = await lintFiles({
    'core/amount.ts': 'export const parseAmount = (text: string) => text;\n',
    'core/relative.ts': "import * as amount from './amount.ts';\nexport const parse = amount.parseAmount;\n",
    'server/alias.ts':
      "import * as amount from '#core/exchange/amount.ts';\nexport const parse = amount.parse;\n",
    'core/named.ts': "import { parseAmount } from './amount.ts';\nexport const parse = parseAmount;\n",
    'core/library.ts': "import * as v from 'valibot';\nexport const text = v.string();\n",
  });
  expect(found.filter(line => line.includes('project(no-own-namespace-import)'))).toEqual([
    'core/relative.ts: project(no-own-namespace-import)',
    'server/alias.ts: project(no-own-namespace-import)',
  ]);
});

test('rejects the DOM, Node and React in core', async () => {
  const found = await lintFiles({
    'core/screen.ts': 'export const width = () => document.title;\n',
    'core/process.ts': 'export const home = () => process.env.HOME;\n',
    'core/node.ts': "import { join } from 'node:path';\nexport const a = join('a');\n",
    'core/react.ts': "import { useState } from 'react';\nexport const useA = () => useState(1);\n",
    'server/process.ts': 'export const home = () => process.env.HOME;\n',
  });
  expect(found).toEqual([
    'core/node.ts: eslint(no-restricted-imports)',
    'core/process.ts: eslint(no-restricted-globals)',
    'core/react.ts: eslint(no-restricted-imports)',
    'core/screen.ts: eslint(no-restricted-globals)',
  ]);
});

test('rejects a browser whose tabs a browser test does not watch', async () => {
  const test = (call: string) => `export const open = (browser) => ${call};\n`;
  const found = await lintFiles({
    'tests/site/home/context.spec.ts': test('browser.newContext()'),
    'tests/widget/form/page.spec.ts': test('browser.newPage()'),
    'tests/site/home/support/launch.ts': test('browser.browserType().launch()'),
    'tests/support/persistent.ts': test("browser.launchPersistentContext('')"),
    'tests/site/home/tab.spec.ts': test('browser.contexts()[0].newPage()'),
    'tests/bench/context.ts': test('browser.newContext()'),
  });
  expect(found).toEqual(
    ['site/home/context.spec', 'site/home/support/launch', 'support/persistent', 'widget/form/page.spec'].map(
      name => `tests/${name}.ts: eslint(no-restricted-properties)`,
    ),
  );
});

test('rejects a component that reads a signal without calling useSignals() first', async () => {
  const component = (first: string, body: string) => `
    import { useSignals } from '@preact/signals-react/runtime';
    export function Sum({ sum }: { sum: { value: string } }) { ${first} ${body} }
    export const used = useSignals;`;
  const found = await lintFiles({
    'widget/forgot.tsx': component('', 'return <p>{sum.value}</p>;'),
    'widget/late.tsx': component('', 'const text = sum.value; useSignals(); return <p>{text}</p>;'),
    'widget/inside.tsx': component('', 'return <ul>{[1].map(n => <li key={n}>{sum.value}</li>)}</ul>;'),
    'widget/hook.tsx': 'export const useSum = (sum: { value: number }) => sum.value;\n',
    'widget/good.tsx': component('useSignals();', 'return <p>{sum.value}</p>;'),
    'widget/text.tsx': component('', 'return <p>{sum}</p>;'),
    'widget/effect.tsx': `
      import { useEffect } from 'react';
      import { effect } from '@preact/signals-core';
      export function Told({ sum, tell }: { sum: { value: number }; tell: (sum: number) => void }) {
        useEffect(() => effect(() => tell(sum.value)), [sum, tell]);
        return <button onClick={() => tell(sum.value)}>1</button>;
      }`,
    'widget/event.tsx': component('', 'return <input onInput={event => sum(event.currentTarget.value)} />;'),
  });
  expect(found.filter(line => line.includes('use-signals-first'))).toEqual(
    ['forgot', 'hook', 'inside', 'late'].map(name => `widget/${name}.tsx: project(use-signals-first)`),
  );
});

test('enables the signals plugin, the hooks rules and the ban of any', async () => {
  const found = await lintFiles({
    // What the ban refuses: the only `any` of the repository.
    'widget/any.ts': 'export const a = (b: any) => b;\n',
    'widget/hooks.tsx': `
      import { useState } from 'react';
      export function A({ b }: { b: boolean }) { if (b) useState(1); return null; }`,
    'widget/write.ts': `
      import { computed, signal } from '@preact/signals-core';
      const a = signal(1);
      export const b = computed(() => { a.value = 2; return 1; });`,
  });
  expect(found).toEqual([
    'widget/any.ts: typescript(no-explicit-any)',
    'widget/hooks.tsx: react(hooks)',
    'widget/hooks.tsx: react-hooks(rules-of-hooks)',
    'widget/write.ts: signals(no-signal-write-in-computed)',
  ]);
});
