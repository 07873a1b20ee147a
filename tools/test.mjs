// `npm test [-- suite …]`: runs on any Node from 20 on, before anything is installed.
import { prepare, root, withBin } from './install.mjs';
import { run } from './run.mjs';

const node = await prepare(root);
process.exitCode = await run(node, ['tools/test.ts', ...process.argv.slice(2)], {
  cwd: root,
  env: { ...process.env, PATH: withBin(root) },
});
