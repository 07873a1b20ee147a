/** As many errors as are kept until there is somebody to tell. */
const KEPT = 10;

let early: unknown[] = [];
let tell = (error: unknown): void => {
  if (early.length < KEPT) early.push(error);
};

/** Reports an error that was shown to the visitor or could not be; nowhere unless error reporting is configured. */
export function report(error: unknown): void {
  tell(error);
}

/** Keeps errors that come before error reporting is loaded. Without `dsn` there is none. */
export function begin(dsn: string | null): void {
  if (dsn === null) {
    tell = () => {};
    return;
  }
  const listening = new AbortController();
  const { signal } = listening;
  addEventListener('error', event => report(event.error ?? event.message), { signal });
  addEventListener('unhandledrejection', event => report(event.reason), { signal });
  stop = () => listening.abort();
}

let stop = (): void => {};

/** Loads error reporting and hands over what was kept. Not having it disturbs nobody. */
export async function start(dsn: string, version: string): Promise<void> {
  const sentry = await import('./sentry.ts').catch(() => null);
  if (!sentry) return;
  stop();
  tell = sentry.start(dsn, version);
  for (const error of early.splice(0)) tell(error);
}
