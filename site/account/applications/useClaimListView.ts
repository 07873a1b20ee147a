import {
  formatClaimListSearch,
  parseClaimListView,
  type ClaimFilters,
  type ClaimListView,
} from '#core/account/claims/claimListQuery.ts';
import { useAddressedView } from '../list/useAddressedView.ts';

/** The view in the page's URL, and the setter of its filters. */
export interface AddressedView {
  view: ClaimListView;
  /** Shows other filters, from the first page on. With `replace`, adds no history entry. */
  setFilters(filters: Partial<ClaimFilters>, options?: { replace?: boolean }): void;
}

/** The filters of the claims, in the address. */
export function useClaimListView(): AddressedView {
  const { view, setView } = useAddressedView(parseClaimListView, formatClaimListSearch);
  return {
    view,
    setFilters: (filters, options) => setView({ ...view, ...filters, page: 1 }, options),
  };
}
