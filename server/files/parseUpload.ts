import type { Context } from 'hono';
import { createFieldProblem, type ProblemResult } from '../http/problemResult.ts';
import { MAX_FILE_BYTES } from './sanitizeFile.ts';

/** Bytes that a multipart body may have: the greatest file and what is wrapped around it. */
export const MAX_UPLOAD_BYTES = MAX_FILE_BYTES + 64 * 1024;

/** 400 of a file that is not taken; `max` for the codes whose sentence names a limit. */
export function createFileProblem(code: string, max?: number): ProblemResult {
  return createFieldProblem({ file: { code, ...(max === undefined ? {} : { max }) } });
}

/** A file as it came: the name that the client gave it and its bytes. */
export interface UploadedFile {
  ok: true;
  name: string;
  bytes: Uint8Array;
  /** The other fields of the form, text only. */
  fields: Readonly<Record<string, string>>;
}

/** Reads a multipart body with one file in its field `file`. */
export async function parseUpload(c: Context): Promise<UploadedFile | ProblemResult> {
  let form: FormData;
  try {
    form = await c.req.formData();
  } catch {
    return createFileProblem('file_broken');
  }
  const files = form.getAll('file');
  const [file] = files;
  if (files.length > 1) return createFileProblem('file_count', 1);
  if (!(file instanceof File)) return createFileProblem('empty');
  const textEntries = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return {
    ok: true,
    name: file.name,
    bytes: new Uint8Array(await file.arrayBuffer()),
    fields: Object.fromEntries(textEntries),
  };
}
