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
 * restore it. `toState` returns the part of it that is in the state of the history entry, not in the URL. `parse` and
 * `format` must be stable.
 */
export function useAddressedView<View>(
  parse: (query: URLSearchParams, state: unknown) => View,
  format: (view: View) => string,
  toState: (view: View) => unknown = () => null,
): AddressedPage<View> {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const view = useMemo(() => parse(new URLSearchParams(search), state), [parse, search, state]);
  return {
    view,
    setView(next, { replace = false } = {}) {
      void navigate({ search: format(next) }, { replace, state: toState(next), preventScrollReset: true });
    },
  };
}
