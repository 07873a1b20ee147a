// `npm start`: runs on any Node from 20 on, before anything is installed.
import { prepareNode, root, prependBinPath } from './install.mjs';
import { run, stopWithParent } from './run.mjs';

stopWithParent();

const node = await prepareNode(root);
const options = { cwd: root, env: { ...process.env, PATH: prependBinPath(root) } };
const built = await run(node, ['tools/build.ts'], options);
if (built !== 0) process.exit(built);
process.exitCode = await run(node, ['server/main.ts', ...process.argv.slice(2)], {
  ...options,
  // Image processing runs in several threads: with a heap for each of them, the freed memory of large images adds up.
  env: { MALLOC_ARENA_MAX: '2', ...options.env },
  // The server stops when this channel closes, so a SIGKILL of this process leaves no server behind.
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
});
