import { Webhook } from 'standardwebhooks';
import { vi } from 'vitest';
import type { ReceivedWebhook } from './webhookReceiver.ts';

/** Verifies a request with the library that receivers use, at a time. Throws if the signature does not fit. */
export function verifyWebhook(
  secret: string,
  request: ReceivedWebhook | undefined,
  now = Date.now(),
): unknown {
  const { headers = {}, body = '' } = request ?? {};
  vi.useFakeTimers({ toFake: ['Date'], now });
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>);
  } finally {
    vi.useRealTimers();
  }
}
