import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { ErrorPage } from './ErrorPage.tsx';
import { getErrorStatus } from './errorStatus.ts';
import { LoadingBar } from '../layout/LoadingBar.tsx';
import { useAppContext, type AppContext } from '../appContext.ts';
import { MaintenancePage } from './MaintenancePage.tsx';

/** Tells the loading bar of the failure that is shown. */
export function useLoadingBarError({ loadingBar }: AppContext): void {
  useEffect(() => loadingBar.fail(), [loadingBar]);
}

/** In place of a page that has thrown, is not there or did not come; header and footer go on. */
export function PageErrorBoundary() {
  const error = useRouteError();
  const status = getErrorStatus(error);
  useLoadingBarError(useAppContext());
  useEffect(() => {
    // What had the focus may be gone with the page.
    if (document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true });
  }, []);
  // The tech layout is in place of the default one: the boundary around that shows it.
  if (status === 500) throw error;
  return <ErrorPage status={status} />;
}

/** In place of the whole site: SPEC's 500, or the layout itself has thrown. */
export function SiteErrorBoundary({ appContext }: { appContext: AppContext }) {
  const status = getErrorStatus(useRouteError());
  useLoadingBarError(appContext);
  return (
    <>
      <LoadingBar loadingBar={appContext.loadingBar} />
      {status === 500 ? (
        <MaintenancePage />
      ) : (
        <main id="main" tabIndex={-1}>
          <ErrorPage status={status} />
        </main>
      )}
    </>
  );
}
