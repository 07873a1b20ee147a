import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and its parents. Throws the system's error. mkdir's `recursive` option is not used: it hangs if a
 * parent exists but cannot contain folders (/proc).
 */
export function ensureDirectory(path: string): void {
  if (existsSync(path)) return;
  ensureDirectory(dirname(path));
  mkdirSync(path);
}
