import type { Context as Call } from 'hono';
import { fields, type Refusal } from '../claims/refusal.ts';
import { MAX_BYTES } from './file.ts';

/** Bytes that a multipart body may have: the greatest file and what is wrapped around it. */
export const MAX_UPLOAD = MAX_BYTES + 64 * 1024;

const PATHS = /^\/api\/(v1\/claim\/[^/]+\/bill|v[12]\/verify\/upload)\/?$/;

/** Whether a request to this path may carry a file. */
export function isUpload(method: string, path: string): boolean {
  return method === 'POST' && PATHS.test(path);
}

/** 400 of a file that is not taken; `max` for the codes whose sentence names a limit. */
export function refusedFile(code: string, max?: number): Refusal {
  return fields({ file: { code, ...(max === undefined ? {} : { max }) } });
}

/** A file as it came: the name that the client gave it and its bytes. */
export interface Uploaded {
  ok: true;
  name: string;
  bytes: Uint8Array;
  /** The other fields of the form, text only. */
  fields: Readonly<Record<string, string>>;
}

/** Reads a multipart body with one file in its field `file`. */
export async function readUpload(c: Call): Promise<Uploaded | Refusal> {
  let form: FormData;
  try {
    form = await c.req.formData();
  } catch {
    return refusedFile('file_broken');
  }
  const files = form.getAll('file');
  const [file] = files;
  if (files.length > 1) return refusedFile('file_count', 1);
  if (!(file instanceof File)) return refusedFile('empty');
  const text = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return {
    ok: true,
    name: file.name,
    bytes: new Uint8Array(await file.arrayBuffer()),
    fields: Object.fromEntries(text),
  };
}
