import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A temporary folder with these files (path to text), removed when the test ends. */
export function createTemporaryFolder(files: Record<string, string> = {}): string {
  const path = mkdtempSync(join(tmpdir(), 'razmen-test-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  writeFiles(path, files);
  return path;
}

/** Writes files (path to text) into a folder. */
export function writeFiles(path: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  }
}
