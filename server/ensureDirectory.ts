import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it. Throws the system's error. Not mkdir's own `recursive`, which never returns where
 * a parent exists but takes no folders (/proc).
 */
export function ensureDirectory(path: string): void {
  if (existsSync(path)) return;
  ensureDirectory(dirname(path));
  mkdirSync(path);
}
