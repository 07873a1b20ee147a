import type { makeFetchTransport } from '@sentry/react';
import { value } from './scrub.ts';

type Transport = ReturnType<typeof makeFetchTransport>;
type Envelope = Parameters<Transport['send']>[0];

/**
 * A transport that lets nothing out unscrubbed: errors with their breadcrumbs, spans, replays, whatever else a later
 * version may send. What cannot be read, and so cannot be scrubbed, stays here.
 */
export function scrubbing(transport: Transport): Transport {
  return { ...transport, send: envelope => transport.send(scrubbed(envelope)) };
}

function scrubbed([head, items]: Envelope): Envelope {
  const all = (items as [{ type: string; length?: number }, unknown][]).flatMap(([about, body]) => {
    const clean =
      typeof body === 'string' ? lines(body) : body instanceof Uint8Array ? null : value(bare(body));
    if (clean === null) return [];
    const size = about.length !== undefined &&
      typeof clean === 'string' && { length: new TextEncoder().encode(clean).length };
    return [[{ ...about, ...size }, clean]];
  });
  return [value(head), all] as Envelope;
}

/** Without what the library adds of its own: a rejected value word for word, what a handler was called with. */
function bare(body: unknown): unknown {
  return typeof body === 'object' && body !== null ? { ...body, extra: undefined } : body;
}

/** A replay's recording, JSON line by line; null when it is something else. */
function lines(body: string): string | null {
  try {
    return body
      .split('\n')
      .map(line => (line === '' ? line : JSON.stringify(value(JSON.parse(line)))))
      .join('\n');
  } catch {
    return null;
  }
}
