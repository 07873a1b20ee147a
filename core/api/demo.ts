import { Demo } from '#core/contract/demo.ts';
import type { CallOptions, Client } from './client.ts';

/** GET calculator/settings/ for nothing but whether this is a demonstration: no page carries the rest of it for that. */
export async function demo(client: Client, options?: CallOptions): Promise<boolean> {
  const { demo } = await client.call(Demo, '/api/v1/calculator/settings/', options);
  return demo === true;
}
