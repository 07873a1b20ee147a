import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** One instruction of a Dockerfile with its continuation lines joined. */
export interface DockerInstruction {
  name: string;
  text: string;
}

/** Instructions of a Dockerfile by stage, in order. Each stage starts with its FROM. */
export function parseStages(file: string): DockerInstruction[][] {
  const lines = file
    .split('\n')
    .filter(line => !/^\s*(#|$)/.test(line))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n');
  const parsedStages: DockerInstruction[][] = [];
  for (const line of lines) {
    const [, name = '', text = ''] = /^(\w+)\s+(.*)$/.exec(line.trim()) ?? [];
    if (name === 'FROM') parsedStages.push([]);
    parsedStages.at(-1)?.push({ name, text });
  }
  return parsedStages;
}

/** Sources and destination of each COPY instruction in a stage, without flags. */
export function parseCopies(stage: readonly DockerInstruction[]): { sources: string[]; to: string }[] {
  return stage
    .filter(({ name }) => name === 'COPY')
    .map(({ text }) => {
      const words = text.split(/\s+/).filter(word => !word.startsWith('--'));
      return { sources: words.slice(0, -1), to: words.at(-1) ?? '' };
    });
}

/** Runs a stage's COPY instructions from one folder to another. Throws if a source is missing. */
export function runCopyInstructions(
  stage: readonly DockerInstruction[],
  from: string,
  targetFolder: string,
): void {
  for (const { sources, to } of parseCopies(stage))
    for (const source of sources) {
      const name = source.replace(/^\/razmen\//, '');
      if (name === 'node_modules') continue;
      const target = to === './' ? join(targetFolder, name) : join(targetFolder, to);
      if (!existsSync(join(from, name))) throw new Error(`COPY ${source}: there is no such file`);
      mkdirSync(dirname(target), { recursive: true });
      cpSync(join(from, name), target, { recursive: true });
    }
}

interface PackageLock {
  packages: Record<string, { dev?: boolean; optional?: boolean }>;
}

/** Links the packages that `npm prune --omit=dev` keeps in `root` into `folder`. */
export function linkProductionPackages(root: string, folder: string): void {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as PackageLock;
  for (const [path, { dev }] of Object.entries(packages)) {
    // Nested packages are included with their parent.
    const isTop = path.startsWith('node_modules/') && !path.includes('/node_modules/');
    if (!isTop || dev || !existsSync(join(root, path))) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(root, path), join(folder, path));
  }
}

/** Whether a Docker engine is available on this machine. */
export function hasDockerEngine(): boolean {
  try {
    execFileSync('docker', ['info'], { stdio: 'ignore', timeout: 10_000 });
    return true;
  } catch {
    return false;
  }
}
