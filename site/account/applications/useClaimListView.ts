import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import {
  formatClaimListSearch,
  parseClaimListView,
  type ClaimFilters,
  type ClaimListView,
} from '#core/account/claims/claimListQuery.ts';

/** The view of the page's address, and how to change its filters. */
export interface AddressedView {
  view: ClaimListView;
  /** Shows other filters, from the first page on. With `replace` without a history entry. */
  setFilters(filters: Partial<ClaimFilters>, options?: { replace?: boolean }): void;
}

/** Keeps the filters in the address, so that it can be shared, and that Back and a reload work. */
export function useClaimListView(): AddressedView {
  const { search } = useLocation();
  const navigate = useNavigate();
  const view = useMemo(() => parseClaimListView(new URLSearchParams(search)), [search]);
  return {
    view,
    setFilters(filters, { replace = false } = {}) {
      const next = formatClaimListSearch({ ...view, ...filters, page: 1 });
      void navigate({ search: next }, { replace, preventScrollReset: true });
    },
  };
}
