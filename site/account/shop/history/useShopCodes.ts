import { useSignals } from '@preact/signals-react/runtime';
import { fetchShopLinks } from '#core/api/account/shop.ts';
import type { ShopLinks } from '#core/contract/account/shop.ts';
import { NO_POLLING } from '#core/serverQuery.ts';
import { useAccountQuery } from '../../useAccountQuery.ts';

/** A code of the partner with its name, which may be empty. */
export type ShopCode = ShopLinks['codes'][number];

/** The partner's codes to filter by; none until they are loaded, and if they cannot be: the rows have links, too. */
export function useShopCodes(): readonly ShopCode[] {
  useSignals();
  const state = useAccountQuery(fetchShopLinks, { polling: NO_POLLING }).state.value;
  return state.phase === 'ready' ? state.data.codes : [];
}
