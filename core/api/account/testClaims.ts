import type { ClaimStatusCode } from '#core/claim/status.ts';
import { TestClaimWalk } from '#core/contract/shop.ts';
import type { ApiClient } from '../client.ts';

// All calls are API extensions.

const TEST_CLAIMS_PATH = '/api/v1/users/me/shop/test-claims/';

/** POST users/me/shop/test-claims/ : a test claim of an open pair. */
export const startTestClaim = (client: ApiClient): Promise<TestClaimWalk> =>
  client.call(TestClaimWalk, TEST_CLAIMS_PATH, { method: 'POST', body: {} });

/** POST users/me/shop/test-claims/{id}/ : moves it to an allowed next status. */
export const moveTestClaim = (
  client: ApiClient,
  id: string,
  status: ClaimStatusCode,
): Promise<TestClaimWalk> =>
  client.call(TestClaimWalk, `${TEST_CLAIMS_PATH}${encodeURIComponent(id)}/`, {
    method: 'POST',
    body: { status },
  });
