import type { ApiClient } from '#core/api/client.ts';
import { ApiError } from '#core/api/apiError.ts';
import { deviceClock } from '#core/clock.ts';

/** API client of the site's origin. The first call imports its code, so that text pages load without it. */
export function createLazyClient(): ApiClient {
  let clientPromise: Promise<ApiClient> | null = null;

  async function loadClient(): Promise<ApiClient> {
    const { createApiClient } = await import('#core/api/client.ts');
    return createApiClient({ base: '', clock: deviceClock });
  }

  return {
    base: '',
    clock: deviceClock,
    async call(schema, path, options) {
      clientPromise ??= loadClient();
      const client = await clientPromise.catch((cause: unknown) => {
        // Let the next call import it again.
        clientPromise = null;
        throw new ApiError(`${path}: no connection`, { kind: 'network', cause });
      });
      return client.call(schema, path, options);
    },
  };
}
