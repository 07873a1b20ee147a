import { getSystemErrorCode } from '../startError.ts';

/** SQLSTATEs of a server that ends its connections, starts up, or is a standby; also all of class 08. */
const LOST_SQLSTATES: ReadonlySet<string> = new Set(['25006', '57P01', '57P02', '57P03']);

/** SQLSTATEs of a server that is full, has no free connection, or whose locks and statements take too long. */
const BUSY_SQLSTATES: ReadonlySet<string> = new Set(['25P03', '53100', '53300', '55P03', '57014']);

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

/** Messages of pg for the same errors, which have no code. The last one is for a server that does not respond. */
const CONNECTION_ERROR_MESSAGES = [
  'Connection terminated',
  'Client has encountered a connection error',
  'Cannot use a pool after calling end on the pool',
  'timeout expired',
  'Query read timeout',
];

/** Message of pg when all connections of the pool are in use. */
const POOL_TIMEOUT_MESSAGE = 'timeout exceeded when trying to connect';

/** Result codes of SQLite for a database that cannot be written: BUSY, READONLY, IOERR, FULL. */
const UNWRITABLE_SQLITE_CODES: ReadonlySet<number> = new Set([5, 8, 10, 13]);

/** More transactions wait than can run in time. */
export class DatabaseBusyError extends Error {
  override readonly name = 'DatabaseBusyError';

  constructor() {
    super('too many transactions are waiting');
  }
}

/**
 * Whether the connection to PostgreSQL is lost, so that the same work may succeed at once with another one. With
 * several hosts all must be lost: a wrong password is still reported although a standby answers, too.
 */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isConnectionLost);
  if (!(error instanceof Error)) return false;
  const code = getSystemErrorCode(error);
  return (
    CONNECTION_ERROR_CODES.has(code) ||
    LOST_SQLSTATES.has(code) ||
    /^08\w{3}$/.test(code) ||
    CONNECTION_ERROR_MESSAGES.some(message => error.message.startsWith(message))
  );
}

/** Whether the database cannot be reached or cannot be written now, so that the same request may succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseBusyError || isConnectionLost(error)) return true;
  if (error instanceof AggregateError) return error.errors.every(isDatabaseUnavailable);
  if (!(error instanceof Error)) return false;
  // The extended result code has the primary one in its low byte.
  if ('errcode' in error && typeof error.errcode === 'number')
    return UNWRITABLE_SQLITE_CODES.has(error.errcode & 0xff);
  return BUSY_SQLSTATES.has(getSystemErrorCode(error)) || error.message === POOL_TIMEOUT_MESSAGE;
}
