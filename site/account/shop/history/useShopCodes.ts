import { useSignals } from '@preact/signals-react/runtime';
import { sendCall } from '#core/api/sendCall.ts';
import { listShopLinksCall, type ShopLinks } from '#core/contract/account/shop.ts';
import { NO_POLLING } from '#core/serverQuery.ts';
import { useAccountQuery } from '../../useAccountQuery.ts';

/** A code of the partner with its name, which may be empty. */
export type ShopCode = ShopLinks['codes'][number];

/** The partner's codes to filter by; none until they are loaded, and if they cannot be: the rows have links, too. */
export function useShopCodes(): readonly ShopCode[] {
  useSignals();
  const query = useAccountQuery((api, options) => sendCall(api, listShopLinksCall, options), {
    polling: NO_POLLING,
  });
  const state = query.state.value;
  return state.phase === 'ready' ? state.data.codes : [];
}
