import type { Context } from 'hono';
import { createFieldProblem, type ProblemResult } from '../http/problemResult.ts';
import { MAX_FILE_BYTES } from './sanitizeFile.ts';

/** Maximum size of a multipart body: the largest file and the multipart framing. */
export const MAX_UPLOAD_BYTES = MAX_FILE_BYTES + 64 * 1024;

/** Creates the 400 for a refused file. `max` is for codes whose message contains a limit. */
export function createFileProblem(code: string, max?: number): ProblemResult {
  return createFieldProblem({ file: { code, ...(max === undefined ? {} : { max }) } });
}

/** An uploaded file: the client's file name and the bytes, not validated. */
export interface UploadedFile {
  ok: true;
  name: string;
  bytes: Uint8Array;
  /** The text fields of the form. */
  fields: Readonly<Record<string, string>>;
}

/** Parses a multipart body with exactly one file, in the field `file`. 400 otherwise. */
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
