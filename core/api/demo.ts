import { DemoSettings } from '#core/contract/demo.ts';
import type { CallOptions, ApiClient } from './client.ts';

/** GET calculator/settings/ for nothing but whether this is a demonstration: no page carries the rest of it for that. */
export async function fetchIsDemo(client: ApiClient, options?: CallOptions): Promise<boolean> {
  const { demo } = await client.call(DemoSettings, '/api/v1/calculator/settings/', options);
  return demo === true;
}
