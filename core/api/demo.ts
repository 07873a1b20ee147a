import { DemoSettings } from '#core/contract/demo.ts';
import type { CallOptions, ApiClient } from './client.ts';

/** GET calculator/settings/ : whether this is a demo. Separate from calculator.ts to keep pages small. */
export async function fetchIsDemo(client: ApiClient, options?: CallOptions): Promise<boolean> {
  const { demo } = await client.call(DemoSettings, '/api/v1/calculator/settings/', options);
  return demo === true;
}
