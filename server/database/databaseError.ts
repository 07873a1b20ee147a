import { getSystemErrorCode } from '../startError.ts';

/** SQLSTATEs of a database that ends its connections, starts up, is a standby, or is full; all of class 08 as well. */
const UNAVAILABLE_SQLSTATES: ReadonlySet<string> = new Set([
  '25006',
  '53100',
  '53300',
  '57P01',
  '57P02',
  '57P03',
]);

/** Codes of Node for a connection that cannot be opened or that broke. */
const CONNECTION_ERROR_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Messages of pg for the same; they have no code. */
const CONNECTION_ERROR_MESSAGES = [
  'Connection terminated',
  'Client has encountered a connection error',
  'timeout exceeded when trying to connect',
];

/** Result codes of SQLite for a disk that cannot be written: READONLY, IOERR, FULL. */
const UNWRITABLE_SQLITE_CODES: ReadonlySet<number> = new Set([8, 10, 13]);

/** Whether the database cannot be reached or cannot be written now, so that the same request may succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  if (!(error instanceof Error)) return false;
  const code = getSystemErrorCode(error);
  // The extended result code has the primary one in its low byte.
  if ('errcode' in error && typeof error.errcode === 'number')
    return UNWRITABLE_SQLITE_CODES.has(error.errcode & 0xff);
  return (
    CONNECTION_ERROR_CODES.has(code) ||
    UNAVAILABLE_SQLSTATES.has(code) ||
    /^08\w{3}$/.test(code) ||
    CONNECTION_ERROR_MESSAGES.some(message => error.message.startsWith(message))
  );
}
