import { TEST_PROMOCODES } from '#core/contract/shop.ts';
import type { CatalogueSnapshot } from '../../catalogue/catalogueSnapshot.ts';
import type { PromocodeRow } from '../../database/catalogueRows.ts';

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
 * The catalogue of test claims: with promocodes that exist only there. Those of clients are unknown to a test key, which
 * could try any number of them.
 */
export const replacePromocodes = (snapshot: CatalogueSnapshot): CatalogueSnapshot => ({
  ...snapshot,
  promocodes: rows,
});
