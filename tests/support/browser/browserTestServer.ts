import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childEnvironment } from '#tools/childEnvironment.ts';
import { root } from '#tools/install.mjs';
import { run } from '#tools/run.mjs';
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
      // All tests come from one address.
      LIMIT_READS_PER_MINUTE: '100000',
      LIMIT_CALCULATOR_PER_MINUTE: '100000',
      LIMIT_CALCULATOR_BURST: '100000',
      LIMIT_CLAIMS_PER_HOUR: '100000',
      LIMIT_ACTIONS_PER_MINUTE: '100000',
      LIMIT_OPEN_CLAIMS_PER_ADDRESS: '100000',
      LIMIT_OPEN_CLAIMS_PER_EMAIL: '100000',
    },
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
