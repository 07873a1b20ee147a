import { createServer } from 'node:http';
import { gunzipSync, inflateSync } from 'node:zlib';

/** One item of a report: its type and its content. */
export interface ReportItem {
  type: string;
  /** JSON, or JSON lines of a recording. */
  text: string;
}

/** A local server that receives error reports, with the received items. */
export interface ReportCollector {
  dsn: string;
  items: ReportItem[];
  /** The decoded text of all items, or of those of one type. */
  text: (type?: string) => string;
  close: () => void;
}

/** Starts a collector on a free port of 127.0.0.1. */
export async function startReportCollector(): Promise<ReportCollector> {
  const items: ReportItem[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const cors = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' };
      response.writeHead(200, { ...cors, 'Content-Type': 'application/json' }).end('{}');
      if (request.method !== 'POST') return;
      const body = Buffer.concat(parts);
      items.push({ type: 'address', text: String(request.url) });
      items.push(...parseEnvelope(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body));
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    dsn: `http://public@127.0.0.1:${address.port}/1`,
    items,
    text: type =>
      items
        .filter(item => type === undefined || item.type === type)
        .map(item => item.text)
        .join('\n'),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Parses an envelope: a header, then items. Each item has a JSON header, with an optional length, and a body. */
function parseEnvelope(envelope: Buffer): ReportItem[] {
  let rest = envelope;
  const takeBytes = (length: number) => {
    const taken = rest.subarray(0, length);
    rest = rest.subarray(length + 1);
    return taken;
  };
  const takeLine = () => takeBytes(rest.includes(10) ? rest.indexOf(10) : rest.length);
  const items = [{ type: 'head', text: takeLine().toString() }];
  while (rest.length > 0) {
    const about = takeLine().toString();
    const { type, length } = JSON.parse(about) as { type: string; length?: number };
    items.push({ type: 'about', text: about });
    items.push({ type, text: decodeBody(length === undefined ? takeLine() : takeBytes(length)) });
  }
  return items;
}

/** Decodes a body as text. A recording can be deflated after its first line. */
function decodeBody(body: Buffer): string {
  const lineEnd = body.indexOf(10);
  if (lineEnd < 0 || body[lineEnd + 1] !== 0x78) return body.toString();
  return `${body.subarray(0, lineEnd).toString()}\n${inflateSync(body.subarray(lineEnd + 1)).toString()}`;
}
