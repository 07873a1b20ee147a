import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from './web/files.ts';
import { WRITTEN } from './web/pages.ts';
import * as ready from './web/ready.ts';

// `node server/compress.ts`, after a build: a copy of each built file as small as can be, so that a server has them at
// once when it starts. What it writes its address into gets other bytes, and is left to it.
const dist = fileURLToPath(new URL('../dist', import.meta.url));
const folders = await Promise.all(['site', 'widget', 'single'].map(name => load(join(dist, name))));
const files = folders.flatMap(all => [...all]).filter(([name]) => !WRITTEN.test(name));
await ready.make(
  join(dist, ready.FOLDER),
  files.map(([, file]) => file),
);
