import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** The view in the page's URL, and its setter. */
export interface AddressedPage<View> {
  view: View;
  /** Shows another view. With `replace`, adds no history entry. */
  setView(view: View, options?: { replace?: boolean }): void;
}

/**
 * Keeps the view of a list in the URL, so that it can be shared, and Back and a reload
 * restore it. `parse` and `format` must be stable.
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
