import { afterEach, expect } from 'vitest';
import { front, stub, type Seen } from './front.ts';

/** What ends with the test. */
export const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** How a backend answers. */
export type Answer = Parameters<typeof stub>[0];

/** A front end before a backend that answers so. */
export async function before(answer: Answer, env: Record<string, string> = {}, silence?: number) {
  const backend = await stub(answer);
  closing.push(backend.close);
  const server = await front(backend.origin, env, silence);
  closing.push(server.close);
  const last = (): Seen => backend.seen.at(-1) ?? expect.fail('the backend was not asked');
  return {
    ...server,
    backend,
    last,
    get: (path: string, init?: RequestInit) => fetch(server.origin + path, init),
  };
}

/** Nothing, as JSON. */
export const ok: Answer = (_, response) => response.end('{}');
