/** The server cannot start with this environment. The message is one line for the administrator. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Describes a thrown value in one line, without URLs and passwords. */
export function describeError(error: unknown): string {
  const text = error instanceof Error ? error.message || getSystemErrorCode(error) : String(error);
  return text
    .replace(/\s+/g, ' ')
    .replace(/postgres(ql)?:\/\/\S+/g, 'the database')
    .trim();
}

/** `code` of an error of Node or PostgreSQL; "" if it has none. */
export function getSystemErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
