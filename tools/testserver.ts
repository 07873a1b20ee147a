import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './install.mjs';
import { run } from './run.mjs';

// `node tools/testserver.ts <port>`: the real server on an empty data folder, which goes when the server has gone.
const [port = '4310'] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'razmen-data-'));
try {
  process.exitCode = await run(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: port,
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      OPERATOR: 'manual',
      DATABASE_URL: '',
    },
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
