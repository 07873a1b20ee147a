/** Limits of a file to upload: MIME types and size in bytes. */
export interface FileLimits {
  types: readonly string[];
  maxBytes: number;
}

/** Why a file cannot be uploaded, as a code of messages.ts; null if it can. */
export function validateFile(
  { type, size }: { type: string; size: number },
  { types, maxBytes }: FileLimits,
): 'file_empty' | 'file_type' | 'file_size' | null {
  if (size === 0) return 'file_empty';
  if (!types.includes(type)) return 'file_type';
  return size > maxBytes ? 'file_size' : null;
}
