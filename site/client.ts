import type { Client } from '#core/api/client.ts';
import { ApiError } from '#core/api/error.ts';
import { clock } from '#core/clock.ts';

/** The client of the site's own origin. Its code is fetched by the first call: a page of text is shown without any. */
export function create(): Client {
  let fetched: Promise<Client> | null = null;

  async function fetchCode(): Promise<Client> {
    const code = await import('#core/api/client.ts');
    return code.create({ base: '', clock });
  }

  return {
    base: '',
    clock,
    async call(schema, path, options) {
      fetched ??= fetchCode();
      const client = await fetched.catch((cause: unknown) => {
        // The next call tries again.
        fetched = null;
        throw new ApiError(`${path}: no connection`, { kind: 'network', cause });
      });
      return client.call(schema, path, options);
    },
  };
}
