import { TEST_PROMOCODES } from '#core/contract/shop.ts';
import type { CatalogueSnapshot } from '#server/exchange/catalogue/catalogueSnapshot.ts';
import type { PromocodeRow } from '#server/platform/database/catalogueRows.ts';

const rows = new Map<string, PromocodeRow>(
  Object.entries(TEST_PROMOCODES).map(([code, { percent, state }]) => [
    code,
    {
      code,
      percent,
      single_use: state === 'used' ? 1n : 0n,
      used: state === 'used' ? 1n : 0n,
      active: 1n,
      valid_until: state === 'expired' ? 0n : null,
    },
  ]),
);

/**
 * Returns the catalogue of test claims, with its own promocodes. The promocodes of clients are unknown to a test key,
 * because it could try any number of them.
 */
export const replacePromocodes = (snapshot: CatalogueSnapshot): CatalogueSnapshot => ({
  ...snapshot,
  promocodes: rows,
});
