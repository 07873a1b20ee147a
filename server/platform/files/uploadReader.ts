import { createHash } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { createFileProblem } from './fileProblems.ts';
import { parseBoundary, parseMultipart } from './parseMultipart.ts';
import { uploadBudget } from './uploadBudget.ts';
import type { UploadedFile } from './uploadedFile.ts';

/** Maximum number of bytes that are read to find a text field before the file. */
const MAX_FIELDS_BYTES = 16 * 1024;

/**
 * Calls `handle` with a reader of the request's multipart body. The body is read only through the reader, so that
 * `handle` can check access first. Unread parts are not stored.
 */
export async function withUpload<T>(c: Context, handle: (reader: UploadReader) => Promise<T>): Promise<T> {
  const reader = new UploadReader(c);
  try {
    return await handle(reader);
  } finally {
    await reader.close();
  }
}

/** Reads a multipart body whose Content-Length is checked. */
export class UploadReader {
  readonly #request: Context;
  readonly #chunks: AsyncGenerator<Uint8Array>;
  readonly #length: number;
  readonly #boundary: string | null;
  /** The beginning of the body, read by `findField`. */
  #beginning: Uint8Array = new Uint8Array();
  #releaseBudget = () => {};

  constructor(c: Context) {
    this.#request = c;
    this.#chunks = iterateBody(c);
    this.#length = Number(c.req.header('content-length'));
    this.#boundary = parseBoundary(c.req.header('content-type'));
  }

  /** Reads the text field `name`, which must come before the file. Undefined if it is not in the first 16 kB. */
  async findField(name: string): Promise<string | undefined> {
    while (this.#boundary !== null) {
      const { parts } = parseMultipart(this.#beginning, this.#boundary);
      const field = parts.find(part => part.name === name && part.fileName === undefined);
      if (field) return new TextDecoder().decode(field.content);
      if (this.#beginning.length >= MAX_FIELDS_BYTES) return undefined;
      const { done, value } = await this.#chunks.next();
      if (done) return undefined;
      this.#beginning = Buffer.concat([this.#beginning, value]);
    }
    return undefined;
  }

  /**
   * Reads the whole body, which must have exactly one file, in the field `file`; 400 otherwise. 429 or 503, without
   * reading, if there are too many other uploads by now.
   */
  async readFile(): Promise<UploadedFile> {
    if (this.#boundary === null) throw createFileProblem('file_broken');
    this.#releaseBudget = uploadBudget.reserve(this.#request.var.clientNetwork, this.#length);
    const body = await this.#readBody();
    const { parts, isComplete } = parseMultipart(body, this.#boundary);
    if (!isComplete) throw createFileProblem('file_broken');
    const [file, ...others] = parts.filter(({ name }) => name === 'file');
    if (others.length > 0) throw createFileProblem('file_count', 1);
    if (file?.fileName === undefined) throw createFileProblem('empty');
    const { signal } = this.#request.req.raw;
    const hash = createHash('sha256').update(file.content).digest('base64url');
    return { name: file.fileName, bytes: file.content, hash, signal };
  }

  /** Stops reading, and frees the budget. The connection stays open for the response. */
  async close(): Promise<void> {
    this.#releaseBudget();
    await this.#chunks.return(undefined);
  }

  /** Reads the body into one buffer of its declared size, which avoids a second copy in memory. */
  async #readBody(): Promise<Uint8Array> {
    const body = Buffer.allocUnsafeSlow(this.#length);
    body.set(this.#beginning);
    let length = this.#beginning.length;
    for (;;) {
      const { done, value } = await this.#chunks.next();
      if (done) return body.subarray(0, length);
      body.set(value, length);
      length += value.length;
    }
  }
}

/** Iterates over the pieces of a request's body. Ending the iteration early does not end the connection. */
async function* iterateBody(c: Context): AsyncGenerator<Uint8Array> {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  if (incoming) yield* incoming.iterator({ destroyOnReturn: false });
  else if (c.req.raw.body) yield* c.req.raw.body.values({ preventCancel: true });
}
