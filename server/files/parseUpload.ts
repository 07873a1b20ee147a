import type { Context } from 'hono';
import type { ProblemResult } from '../http/problemResult.ts';
import { createFileProblem } from './fileProblems.ts';

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
