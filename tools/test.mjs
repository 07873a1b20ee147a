// `npm test [-- suite …]`: runs on any Node from 20 on, before anything is installed.
import { prepareNode, root, prependBinPath } from './install.mjs';
import { run } from './run.mjs';

const node = await prepareNode(root);
process.exitCode = await run(node, ['tools/test.ts', ...process.argv.slice(2)], {
  cwd: root,
  env: { ...process.env, PATH: prependBinPath(root) },
});
