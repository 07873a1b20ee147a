import { createServer } from 'node:http';
import { gunzipSync, inflateSync } from 'node:zlib';

/** One thing that was reported: what the envelope says of it, and the thing itself. */
export interface Item {
  type: string;
  /** JSON, or a recording's lines of JSON. */
  text: string;
}

/** A server on this machine that error reports are sent to, and what has come. */
export interface Collector {
  dsn: string;
  items: Item[];
  /** All that has come, of this type or of any, decoded, as one text. */
  text: (type?: string) => string;
  close: () => void;
}

/** Listens on a free port of 127.0.0.1. */
export async function open(): Promise<Collector> {
  const items: Item[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const cors = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' };
      response.writeHead(200, { ...cors, 'Content-Type': 'application/json' }).end('{}');
      if (request.method !== 'POST') return;
      const body = Buffer.concat(parts);
      items.push({ type: 'address', text: String(request.url) });
      items.push(...read(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body));
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

/** The envelope's head and its items: each a line of JSON about it, then its body, whose length that line may say. */
function read(envelope: Buffer): Item[] {
  let rest = envelope;
  const take = (length: number) => {
    const taken = rest.subarray(0, length);
    rest = rest.subarray(length + 1);
    return taken;
  };
  const line = () => take(rest.includes(10) ? rest.indexOf(10) : rest.length);
  const items = [{ type: 'head', text: line().toString() }];
  while (rest.length > 0) {
    const about = line().toString();
    const { type, length } = JSON.parse(about) as { type: string; length?: number };
    items.push({ type: 'about', text: about });
    items.push({ type, text: unpacked(length === undefined ? line() : take(length)) });
  }
  return items;
}

/** A body as text; a recording may be deflated behind its first line. */
function unpacked(body: Buffer): string {
  const at = body.indexOf(10);
  if (at < 0 || body[at + 1] !== 0x78) return body.toString();
  return `${body.subarray(0, at).toString()}\n${inflateSync(body.subarray(at + 1)).toString()}`;
}
