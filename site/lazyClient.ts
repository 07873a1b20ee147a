import type { ApiClient } from '#core/api/client.ts';
import { ApiError } from '#core/api/apiError.ts';
import { deviceClock } from '#core/clock.ts';

/** The client of the site's own origin. Its code is fetched by the first call: a page of text is shown without any. */
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
        // The next call tries again.
        clientPromise = null;
        throw new ApiError(`${path}: no connection`, { kind: 'network', cause });
      });
      return client.call(schema, path, options);
    },
  };
}
