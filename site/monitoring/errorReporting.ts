/** Maximum number of errors buffered before error reporting is loaded. */
const MAX_BUFFERED_ERRORS = 10;

let bufferedErrors: unknown[] = [];
let deliverError = (error: unknown): void => {
  if (bufferedErrors.length < MAX_BUFFERED_ERRORS) bufferedErrors.push(error);
};

/** Reports an error. Does nothing unless error reporting is configured. */
export function captureError(error: unknown): void {
  deliverError(error);
}

/** Buffers errors until error reporting is loaded. Without `dsn`, discards them. */
export function bufferEarlyErrors(dsn: string | null): void {
  if (dsn === null) {
    deliverError = () => {};
    return;
  }
  const listeners = new AbortController();
  const { signal } = listeners;
  addEventListener('error', event => captureError(event.error ?? event.message), { signal });
  addEventListener('unhandledrejection', event => captureError(event.reason), { signal });
  stopBuffering = () => listeners.abort();
}

let stopBuffering = (): void => {};

/** Loads error reporting and sends the buffered errors. Ignores a failure to load it. */
export async function startErrorReporting(dsn: string, version: string): Promise<void> {
  const sentry = await import('./sentry.ts').catch(() => null);
  if (!sentry) return;
  stopBuffering();
  deliverError = sentry.startSentry(dsn, version);
  for (const error of bufferedErrors.splice(0)) deliverError(error);
}
