import { connect } from 'node:net';

/** A response. */
export interface ReadResponse {
  status: number;
  /** Status line and headers, as sent. */
  head: string;
  body: Buffer;
}

/** One keep-alive connection. It costs a fraction of `node:http`, whose client would be slower than a bare route. */
export interface ReadConnection {
  /** Sends a request and waits for its response. Rejects if the connection ends. */
  send: (request: string) => Promise<ReadResponse>;
  close: () => void;
}

const HEAD_END = '\r\n\r\n';

/** Formats a GET request of a browser. */
export function formatRequest(path: string, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries({ Host: 'localhost', 'Accept-Encoding': 'gzip, deflate, br', ...headers });
  return `GET ${path} HTTP/1.1\r\n${lines.map(line => `${line.join(': ')}\r\n`).join('')}\r\n`;
}

/** Opens a connection to a port of this machine. It understands only responses with a Content-Length, and 304. */
export async function openReadConnection(port: number): Promise<ReadConnection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  let pending: PromiseWithResolvers<ReadResponse> | undefined;
  let received: Buffer = Buffer.alloc(0);
  socket.on('data', chunk => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    try {
      const response = parseResponse(received);
      if (!response) return;
      received = Buffer.alloc(0);
      pending?.resolve(response);
    } catch (error) {
      pending?.reject(error);
    }
  });
  socket.on('error', error => pending?.reject(error));
  socket.on('close', () => pending?.reject(new Error('the server has closed the connection')));
  return {
    send(request) {
      pending = Promise.withResolvers();
      socket.write(request, 'latin1');
      return pending.promise;
    },
    close: () => void socket.destroy(),
  };
}

/** Parses a complete response; undefined while bytes are missing. */
function parseResponse(bytes: Buffer): ReadResponse | undefined {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  const head = bytes.toString('latin1', 0, headEnd);
  const status = Number(head.slice(9, 12));
  const length = status === 304 ? 0 : Number(getHeader(head, 'content-length'));
  const bodyStart = headEnd + HEAD_END.length;
  if (bytes.length < bodyStart + length) return undefined;
  if (Number.isNaN(length)) throw new Error(`a response without Content-Length: ${head}`);
  return { status, head, body: bytes.subarray(bodyStart) };
}

/** Finds the value of a header in the head of a response. `name` is in lower case. */
export function getHeader(head: string, name: string): string | undefined {
  const start = head.toLowerCase().indexOf(`\r\n${name}: `);
  if (start < 0) return undefined;
  const [line = ''] = head.slice(start + 2).split('\r\n', 1);
  return line.slice(name.length + 2);
}
