import { join } from 'node:path';
import { createServer } from 'vite';
import { root } from './install.mjs';
import { run } from './run.mjs';

// `npm run dev`: serves the site from its sources with hot reload, and proxies the rest to the real server, which
// restarts when its files change. The page loads the widget that was built at start.
const port = process.env.PORT || '3000';
const api = `http://127.0.0.1:${port}`;
const site = await createServer({
  configFile: join(root, 'vite.config.ts'),
  mode: 'site',
  server: { host: '127.0.0.1', proxy: { '/api': api, '/front-api': api, '/widget': api, '/examples': api } },
});
await site.listen();
site.printUrls();
process.exitCode = await run(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
  cwd: root,
  env: { ...process.env, PORT: port },
});
await site.close();
