import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import type { Database } from './database/database.ts';
import type { Db } from './database/schema.ts';
import type { ShutdownNotice } from './http/shutdownNotice.ts';
import type { BackgroundTasks } from './jobs/backgroundTasks.ts';
import type { ServerKeys } from './keys/serverKeys.ts';
import type { PasswordHasher } from './passwords/passwordHasher.ts';

/** Dependencies of all request handlers, created once in main.ts or by a test. Each floor adds its own. */
export interface PlatformContext {
  config: Config;
  db: Db;
  /** The database for the health check. */
  healthDb: Db;
  /** Counts values shared by the processes on one PostgreSQL database; null on SQLite. */
  runShortWrite: Database['runShortWrite'];
  /** Milliseconds since 1970 UTC, by the database's clock; tests use their own. */
  now: () => number;
  /** Milliseconds of a monotonic clock, for rate limits in memory. */
  elapsed: () => number;
  log: Logger;
  /** Whether the process is about to stop. */
  shutdown: ShutdownNotice;
  backgroundTasks: BackgroundTasks;
  /** Whether the database can be written; queried at most once a second. */
  checkHealth: () => Promise<boolean>;
  keys: ServerKeys;
  /** Shared by all requests of the process, because its queue limits the load. */
  passwords: PasswordHasher;
}

declare module 'hono' {
  interface ContextVariableMap {
    /** Identifies one request in the log and in the response's X-Request-Id. */
    requestId: string;
    /** Rate limit key: the client's IPv4 address or IPv6 /64. Personal: never logged, stored only hashed. */
    clientNetwork: string;
    /** The client's full address, sent to the backend. Personal: never logged, never stored. */
    clientAddress: string;
    /** Whether the request's path accepts a file. */
    acceptsUpload?: boolean;
    /** Set once a rate limit has counted the request. */
    isCounted?: boolean;
    /** Counts another request like this one, if the limit is in this process's memory. Returns as `TakeTokens`. */
    countRequest?: (clientNetwork: string) => number;
    /** Set if the request repeats a successful one and got the response of that one. */
    isRepetition?: boolean;
    /** `code` of the problem that the response reports. */
    problemCode?: string;
    /** Set during maintenance: seconds until the client should retry. */
    maintenanceRetryAfter?: number;
  }
}
