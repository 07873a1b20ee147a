import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** What the page's address selects, and how to change it. */
export interface AddressedPage<View> {
  view: View;
  /** Shows another view. With `replace` without a history entry. */
  setView(view: View, options?: { replace?: boolean }): void;
}

/**
 * Keeps what a list shows in the address, so that it can be shared, and that Back and a reload work. `parse` and `format`
 * are stable.
 */
export function useAddressedView<View>(
  parse: (query: URLSearchParams) => View,
  format: (view: View) => string,
): AddressedPage<View> {
  const { search } = useLocation();
  const navigate = useNavigate();
  const view = useMemo(() => parse(new URLSearchParams(search)), [parse, search]);
  return {
    view,
    setView(next, { replace = false } = {}) {
      void navigate({ search: format(next) }, { replace, preventScrollReset: true });
    },
  };
}
