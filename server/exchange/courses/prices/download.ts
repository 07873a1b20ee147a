/** Default maximum response size, bytes. The Bank of Russia's page has about 10 kB, the ticker of all symbols 400 kB. */
const MAX_RESPONSE_BYTES = 1_000_000;

/** A source sent an unusable response. The message states the problem. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  /** Body of a response with a status other than 200. It is not logged. */
  readonly body: string;

  constructor(message: string, options: ErrorOptions & { body?: string } = {}) {
    super(message, options);
    this.body = options.body ?? '';
  }
}

/**
 * Downloads a URL, or the response to another `request`. Throws SourceError for a status other than 200 and for more
 * than `maxBytes`, and rethrows errors of fetch.
 */
export async function downloadBytes(
  url: URL | string,
  signal: AbortSignal,
  request: RequestInit = {},
  maxBytes = MAX_RESPONSE_BYTES,
): Promise<Buffer> {
  const response = await fetch(url, { ...request, signal });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new SourceError(`the response exceeds ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  if (response.status === 200) return bytes;
  throw new SourceError(`status ${response.status}`, { body: bytes.toString() });
}
