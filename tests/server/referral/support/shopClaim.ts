import { expect } from 'vitest';
import type { TestServer } from '../../../support/testServer.ts';
import type { AccountBrowser } from '../../accounts/support/accountBrowser.ts';
import { createShopOwner, createShopProgram } from '../../shop/support/shopClient.ts';

/** A request with the secret of a claim, from a network. */
interface SecretRequest {
  method?: string;
  headers?: Record<string, string>;
  address: string;
}

/** A claim of a shop whose link is known. */
export interface OpenableClaim {
  id: string;
  number: string;
  /** Sends a request with its secret: `status`, `requisite` … */
  call: (path: string, request: SecretRequest) => Promise<Response>;
}

/** Creates a claim through the API with a live key of the account, from the network of its server. */
export async function createShopClaim(
  testServer: TestServer,
  { browser }: { browser: AccountBrowser },
  address: string,
): Promise<OpenableClaim> {
  const { key } = await createShopOwner(browser).addKey({ mode: 'live' });
  const { id, number, url } = await createShopProgram(testServer, key, address).createClaim();
  const [, secret = ''] = url?.split('#') ?? [];
  return {
    id,
    number,
    async call(path, { method = 'GET', headers = {}, address: from }) {
      const response = await testServer.app.request(`/api/v1/claim/${id}/${path}/`, {
        method,
        headers: { 'x-claim-secret': secret, 'x-forwarded-for': from, ...headers },
      });
      expect(response.status).not.toBe(404);
      return response;
    },
  };
}
