import { MIMEType } from 'node:util';

/** One part of a multipart body. */
export interface MultipartPart {
  /** Name of the form's field. */
  name: string;
  /** The client's file name; undefined for a text field. */
  fileName: string | undefined;
  /** A view of the body's memory, not a copy. */
  content: Uint8Array;
}

/** Maximum number of parts: an upload has one file and at most a few text fields. */
const MAX_PARTS = 20;

/** Maximum size of a part's headers, bytes. */
const MAX_HEADER_BYTES = 4 * 1024;

/** Returns the boundary of a `multipart/form-data` body from its Content-Type; null for another type. */
export function parseBoundary(contentType: string | undefined): string | null {
  try {
    const { essence, params } = new MIMEType(contentType ?? '');
    return essence === 'multipart/form-data' ? params.get('boundary') : null;
  } catch {
    return null;
  }
}

/**
 * Parses a multipart/form-data body (RFC 7578), or the beginning of one. Returns the parts up to the first that is
 * incomplete or invalid, and whether the body ended after them. The content of the parts is not copied.
 */
export function parseMultipart(
  body: Uint8Array,
  boundary: string,
): { parts: MultipartPart[]; isComplete: boolean } {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const parts: MultipartPart[] = [];
  let at = findFirstDelimiterEnd(bytes, delimiter);
  while (at !== -1 && parts.length < MAX_PARTS) {
    if (bytes.toString('latin1', at, at + 2) === '--') return { parts, isComplete: true };
    const headers = bytes.subarray(at, at + MAX_HEADER_BYTES);
    const headersLength = headers.indexOf('\r\n\r\n');
    const names = headersLength === -1 ? null : parseDisposition(headers.toString('utf8', 0, headersLength));
    const contentStart = at + headersLength + 4;
    const contentEnd = names === null ? -1 : bytes.indexOf(delimiter, contentStart);
    if (names === null || contentEnd === -1) break;
    parts.push({ ...names, content: bytes.subarray(contentStart, contentEnd) });
    at = contentEnd + delimiter.length;
  }
  return { parts, isComplete: false };
}

/** The first delimiter may be at the start of the body, without a preceding line break. */
function findFirstDelimiterEnd(bytes: Buffer, delimiter: Buffer): number {
  const start = delimiter.subarray(2);
  if (bytes.subarray(0, start.length).equals(start)) return start.length;
  const index = bytes.indexOf(delimiter);
  return index === -1 ? -1 : index + delimiter.length;
}

/** Parses the names in a part's Content-Disposition. Null if it has none. */
function parseDisposition(headers: string): Pick<MultipartPart, 'name' | 'fileName'> | null {
  const [, parameters = ''] = /\r\ncontent-disposition:[ \t]*form-data([^\r\n]*)/i.exec(headers) ?? [];
  const getParameter = (name: string) => {
    const [, value] = new RegExp(`;[ \\t]*${name}="([^"]*)"`, 'i').exec(parameters) ?? [];
    return value?.replace(/%(22|0a|0d)/gi, escaped => decodeURIComponent(escaped));
  };
  const name = getParameter('name');
  return name === undefined ? null : { name, fileName: getParameter('filename') };
}
