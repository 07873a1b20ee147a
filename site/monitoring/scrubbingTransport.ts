import type { makeFetchTransport } from '@sentry/react';
import { scrubValue } from './scrub.ts';

type Transport = ReturnType<typeof makeFetchTransport>;
type Envelope = Parameters<Transport['send']>[0];

/**
 * A transport that lets nothing out unscrubbed: errors with their breadcrumbs, spans, replays, whatever else a later
 * version may send. What cannot be read, and so cannot be scrubbed, stays here.
 */
export function createScrubbingTransport(transport: Transport): Transport {
  return { ...transport, send: envelope => transport.send(scrubEnvelope(envelope)) };
}

function scrubEnvelope([envelopeHeaders, envelopeItems]: Envelope): Envelope {
  const scrubbedItems = (envelopeItems as [{ type: string; length?: number }, unknown][]).flatMap(
    ([itemHeaders, body]) => {
      const scrubbedBody =
        typeof body === 'string'
          ? scrubRecording(body)
          : body instanceof Uint8Array
            ? null
            : scrubValue(omitExtra(body));
      if (scrubbedBody === null) return [];
      const lengthHeader = itemHeaders.length !== undefined &&
        typeof scrubbedBody === 'string' && { length: new TextEncoder().encode(scrubbedBody).length };
      return [[{ ...itemHeaders, ...lengthHeader }, scrubbedBody]];
    },
  );
  return [scrubValue(envelopeHeaders), scrubbedItems] as Envelope;
}

/** Without what the library adds of its own: a rejected value word for word, what a handler was called with. */
function omitExtra(body: unknown): unknown {
  return typeof body === 'object' && body !== null ? { ...body, extra: undefined } : body;
}

/** A replay's recording, JSON line by line; null when it is something else. */
function scrubRecording(body: string): string | null {
  try {
    return body
      .split('\n')
      .map(line => (line === '' ? line : JSON.stringify(scrubValue(JSON.parse(line)))))
      .join('\n');
  } catch {
    return null;
  }
}
