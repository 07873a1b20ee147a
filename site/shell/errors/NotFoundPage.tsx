import { ErrorPage } from './ErrorPage.tsx';
import { useLoadingBarError } from './RouteErrorBoundaries.tsx';
import { useAppContext } from '../appContext.ts';

/** SPEC "Page not found": an address without a page, or one of something that is not there, an unknown claim for one. */
export function NotFoundPage() {
  useLoadingBarError(useAppContext());
  return <ErrorPage status={404} />;
}
