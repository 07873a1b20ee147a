import type { makeFetchTransport } from '@sentry/react';
import { scrubValue } from './scrub.ts';

type Transport = ReturnType<typeof makeFetchTransport>;
type Envelope = Parameters<Transport['send']>[0];

/**
 * Wraps a transport so that everything is scrubbed before it is sent: errors, breadcrumbs, spans, replays and future
 * kinds. Drops items that it cannot parse.
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

/** Removes `extra`, where Sentry adds rejected values and handler arguments verbatim. */
function omitExtra(body: unknown): unknown {
  return typeof body === 'object' && body !== null ? { ...body, extra: undefined } : body;
}

/** Scrubs a replay recording (one JSON value per line); null if it is not JSON. */
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
