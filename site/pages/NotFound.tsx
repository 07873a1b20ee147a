import { ErrorPage } from '../shell/ErrorPage.tsx';
import { useFailure } from '../shell/Failed.tsx';
import { useShell } from '../shell/shell.ts';

/** SPEC "Page not found": an address without a page, or one of something that is not there, an unknown claim for one. */
export function NotFound() {
  useFailure(useShell());
  return <ErrorPage status={404} />;
}
