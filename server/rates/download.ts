/** Largest answer read, bytes: the Bank of Russia's page is some 10 kB, a book ticker of all symbols some 400. */
const MAX_RESPONSE_BYTES = 1_000_000;

/** A source answered, but with nothing that can be used; the message says what was wrong. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  /** What came with a status other than 200; for the program, not for the log. */
  readonly body: string;

  constructor(message: string, options: ErrorOptions & { body?: string } = {}) {
    super(message, options);
    this.body = options.body ?? '';
  }
}

/** The bytes at an address. Throws SourceError on a status other than 200 and on over 1 MB, or what fetch throws. */
export async function downloadBytes(url: URL | string, signal: AbortSignal): Promise<Buffer> {
  const response = await fetch(url, { signal });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_RESPONSE_BYTES) throw new SourceError(`an answer over ${MAX_RESPONSE_BYTES} bytes`);
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  if (response.status === 200) return bytes;
  throw new SourceError(`status ${response.status}`, { body: bytes.toString() });
}
