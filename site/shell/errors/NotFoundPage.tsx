import { ErrorPage } from './ErrorPage.tsx';
import { useLoadingBarError } from './RouteErrorBoundaries.tsx';
import { useAppContext } from '../appContext.ts';

/** The 404 page: no route matches, or the resource, for example a claim, does not exist. */
export function NotFoundPage() {
  useLoadingBarError(useAppContext());
  return <ErrorPage status={404} />;
}
