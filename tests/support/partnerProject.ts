import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium, type Browser, type Page } from '@playwright/test';
import { PACKAGE_NAME } from '#package/packageJson.ts';
import { chromiumLaunchOptions } from '../../tools/programs/chromiumLaunchOptions.ts';
import { createNestedNpmEnvironment } from '../../tools/package.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const execFileAsync = promisify(execFile);

/** The exchange's address in the fixtures and in PARTNERS.md. */
const EXAMPLE_ORIGIN = 'https://exchange.example';

/** A partner's project in a temporary folder, with the packed package installed. */
export interface PartnerProject {
  folder: string;
  /** Runs a tool of this repository in the project, such as `vite build`. Throws with its output. */
  runTool: (tool: 'vite/bin/vite.js' | 'typescript/bin/tsc', ...args: string[]) => Promise<string>;
  /** Runs a file of the project with Node. */
  runNode: (file: string) => Promise<string>;
  remove: () => void;
}

/** Runs `npm pack` in this repository and returns the file's path in `into`. */
export async function packPackage(folder: string): Promise<string> {
  const { NODE_ENV: _, ...env } = createNestedNpmEnvironment();
  const { stdout } = await execFileAsync('npm', ['pack', `--pack-destination=${folder}`], {
    cwd: root,
    env,
    shell: process.platform === 'win32',
  });
  return join(folder, stdout.trim().split('\n').at(-1) ?? '');
}

/** Names of the files in a packed package. */
export async function listPackedFiles(packed: string): Promise<string[]> {
  return (await execFileAsync('tar', ['tzf', packed])).stdout.trim().split('\n');
}

/** Merges the fixture folders and installs the package from `packed`. The project uses the exchange at `origin`. */
export async function installProject(
  folders: readonly string[],
  { packed, origin }: { packed: string; origin: string },
): Promise<PartnerProject> {
  const folder = mkdtempSync(join(tmpdir(), 'razmen-shop-'));
  for (const name of folders)
    cpSync(join(root, 'tests/package', name), folder, {
      recursive: true,
    });
  const description = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  description.dependencies = { ...description.dependencies, [PACKAGE_NAME]: `file:${packed}` };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(description));
  for (const name of ['index.html', 'Shop.tsx', 'Page.tsx', 'Shop.vue', 'Shop.svelte']) replaceOrigin(name);
  function replaceOrigin(name: string) {
    const path = join(folder, name);
    try {
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll(EXAMPLE_ORIGIN, origin));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  const env = { ...createNestedNpmEnvironment(), NODE_ENV: 'production' };
  async function run(command: string, args: readonly string[]): Promise<string> {
    try {
      return (await execFileAsync(command, args, { cwd: folder, env, shell: process.platform === 'win32' }))
        .stdout;
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}\n${stderr}`, { cause: error });
    }
  }
  // Skips peer dependencies: the plugins use this repository's Vite instead of their own copy.
  const npmOptions = [
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--legacy-peer-deps',
  ];
  await run('npm', ['install', ...npmOptions]);
  symlinkSync(join(root, 'node_modules/vite'), join(folder, 'node_modules/vite'));
  return {
    folder,
    runTool: (tool, ...args) => run(process.execPath, [join(root, 'node_modules', tool), ...args]),
    runNode: file => run(process.execPath, [file]),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Serves a built shop under the policy from the package's README and returns its origin. */
export async function serveFolder(
  folder: string,
  exchange: string,
): Promise<{ origin: string; close: () => void }> {
  const policy = `default-src 'none'; script-src 'self'; connect-src ${exchange}`;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://shop');
    const name = pathname === '/' ? '/index.html' : pathname;
    response.setHeader('content-security-policy', policy);
    response.setHeader('content-type', CONTENT_TYPES[extname(name)] ?? 'application/octet-stream');
    try {
      response.end(readFileSync(join(folder, name)));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Opens a page and records its problems: logged or thrown errors and policy violations. */
export async function openPageRecordingProblems(
  browser: Browser,
  address: string,
): Promise<{ page: Page; problems: string[] }> {
  // Tests of packages run in Vitest, without the fixture.
  // oxlint-disable-next-line no-restricted-properties
  const page = await browser.newPage({ locale: 'ru-RU' });
  const problems: string[] = [];
  page.on('console', message => {
    if (message.type() === 'error' && !message.location().url.endsWith('/favicon.ico'))
      problems.push(message.text());
  });
  page.on('pageerror', error => problems.push(String(error)));
  await page.goto(address);
  return { page, problems };
}

// oxlint-disable-next-line no-restricted-properties
export const launchChromium = () => chromium.launch(chromiumLaunchOptions);
