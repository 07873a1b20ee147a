/** As many errors as are kept until there is somebody to tell. */
const MAX_BUFFERED_ERRORS = 10;

let bufferedErrors: unknown[] = [];
let deliverError = (error: unknown): void => {
  if (bufferedErrors.length < MAX_BUFFERED_ERRORS) bufferedErrors.push(error);
};

/** Reports an error that was shown to the visitor or could not be; nowhere unless error reporting is configured. */
export function captureError(error: unknown): void {
  deliverError(error);
}

/** Keeps errors that come before error reporting is loaded. Without `dsn` there is none. */
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

/** Loads error reporting and hands over what was kept. Not having it disturbs nobody. */
export async function startErrorReporting(dsn: string, version: string): Promise<void> {
  const sentry = await import('./sentry.ts').catch(() => null);
  if (!sentry) return;
  stopBuffering();
  deliverError = sentry.startSentry(dsn, version);
  for (const error of bufferedErrors.splice(0)) deliverError(error);
}
