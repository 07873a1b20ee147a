/** The server cannot start as it was told to; the message is one line for whoever started it. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Whatever was thrown as one line, without the address or the password that it may have come with. */
export function describeError(error: unknown): string {
  const text = error instanceof Error ? error.message || getSystemErrorCode(error) : String(error);
  return text
    .replace(/\s+/g, ' ')
    .replace(/postgres(ql)?:\/\/\S+/g, 'the database')
    .trim();
}

/** `code` of an error of Node or PostgreSQL, "" when it has none. */
export function getSystemErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
