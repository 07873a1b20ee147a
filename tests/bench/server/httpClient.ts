import { Agent, request } from 'node:http';

/** A response. Status 0: none, the text is the error. */
export interface HttpResponse {
  status: number;
  text: string;
  /** From sending the request to the last byte, milliseconds. */
  ms: number;
}

/** A client with one keep-alive connection. */
export interface HttpClient {
  send: (path: string, headers?: Record<string, string>, body?: string) => Promise<HttpResponse>;
  close: () => void;
}

const TIMEOUT_MS = 30_000;

/** Creates a client. It uses node:http, which costs less CPU time than `fetch`. With a body it sends POST, else GET. */
export function createHttpClient(origin: string): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { hostname, port } = new URL(origin);
  return {
    send: (path, headers = {}, body) =>
      new Promise(resolve => {
        const sentAt = performance.now();
        const finish = (status: number, text: string) =>
          resolve({ status, text, ms: performance.now() - sentAt });
        const outgoing = request(
          {
            agent,
            hostname,
            port,
            path,
            method: body === undefined ? 'GET' : 'POST',
            headers:
              body === undefined
                ? headers
                : {
                    ...headers,
                    'content-type': 'application/json',
                    'content-length': Buffer.byteLength(body),
                  },
            timeout: TIMEOUT_MS,
          },
          response => {
            let text = '';
            response.setEncoding('utf8');
            response.on('data', chunk => (text += String(chunk)));
            response.on('end', () => finish(response.statusCode ?? 0, text));
            response.on('error', error => finish(0, error.message));
          },
        );
        outgoing.on('timeout', () => outgoing.destroy(new Error('timeout')));
        outgoing.on('error', error => finish(0, error.message));
        outgoing.end(body);
      }),
    close: () => agent.destroy(),
  };
}
