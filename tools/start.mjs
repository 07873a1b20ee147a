// `npm start`: runs on any Node from 20 on, before anything is installed.
import { prepare, root, withBin } from './install.mjs';
import { run } from './run.mjs';

const node = await prepare(root);
const options = { cwd: root, env: { ...process.env, PATH: withBin(root) } };
const built = await run(node, ['tools/build.ts'], options);
process.exitCode = built || (await run(node, ['server/main.ts', ...process.argv.slice(2)], options));
