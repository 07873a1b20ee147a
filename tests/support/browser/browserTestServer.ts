import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childEnvironment } from '#tools/childEnvironment.ts';
import { root } from '#tools/install.mjs';
import { run } from '#tools/run.mjs';
import { relaxedLimits } from '../relaxedLimits.ts';
import { seedTestAddresses } from '../seedTestAddresses.ts';

// `node tests/support/browser/browserTestServer.ts <port>`: the real server with an empty data folder, removed at the end.
const [port = '4310'] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'razmen-data-'));
try {
  await seedTestAddresses(folder);
  process.exitCode = await run(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: {
      ...childEnvironment,
      PORT: port,
      DATA_DIR: folder,
      OPERATOR: 'manual',
      RATE_DRIFT: 'off',
      LOG_LEVEL: 'warn',
      ...relaxedLimits,
    },
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
