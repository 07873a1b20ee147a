import { afterEach, vi } from 'vitest';

// Files of a worker share modules, timers and mocks.
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
