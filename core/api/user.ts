import { User } from '#core/contract/user.ts';
import type { ApiClient, CallOptions } from './client.ts';

/** GET users/me/ : the account of the access token. */
export function fetchUser(client: ApiClient, options?: CallOptions): Promise<User> {
  return client.call(User, '/api/v1/users/me/', options);
}
