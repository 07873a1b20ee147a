/** Work done over and over while the server runs; `stop` waits for the round under way. */
export interface Repeated {
  start: () => void;
  stop: () => Promise<void>;
}

/** Runs `round`, waits `pause` milliseconds of real time, runs it again. `failed` hears of a round that threw. */
export function repeated(
  pause: number,
  round: () => Promise<unknown>,
  failed: (error: unknown) => void,
): Repeated {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let stopped = true;
  const once = async () => {
    try {
      await round();
    } catch (error) {
      failed(error);
    }
    next();
  };
  const next = () => {
    if (!stopped) timer = setTimeout(() => (running = once()), pause);
  };
  return {
    start() {
      stopped = false;
      next();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
