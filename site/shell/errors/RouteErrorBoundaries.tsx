import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { ErrorPage } from './ErrorPage.tsx';
import { getErrorStatus } from './errorStatus.ts';
import { LoadingBar } from '../layout/LoadingBar.tsx';
import { useAppContext, type AppContext } from '../appContext.ts';
import { MaintenancePage } from './MaintenancePage.tsx';

/** Marks the loading bar as failed while an error page is shown. */
export function useLoadingBarError({ loadingBar }: AppContext): void {
  useEffect(() => loadingBar.fail(), [loadingBar]);
}

/** Replaces a page that threw, was not found or failed to load. Header and footer stay. */
export function PageErrorBoundary() {
  const error = useRouteError();
  const status = getErrorStatus(error);
  useLoadingBarError(useAppContext());
  useEffect(() => {
    // The focused element may have been removed with the page.
    if (document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true });
  }, []);
  // Status 500 replaces the layout, too: the outer boundary renders it.
  if (status === 500) throw error;
  return <ErrorPage status={status} />;
}

/** Replaces the whole site: status 500, or the layout threw. */
export function SiteErrorBoundary({ appContext }: { appContext: AppContext }) {
  const status = getErrorStatus(useRouteError());
  useLoadingBarError(appContext);
  return (
    <>
      <LoadingBar loadingBar={appContext.loadingBar} />
      {status === 500 ? (
        <MaintenancePage api={appContext.api} />
      ) : (
        <main id="main" tabIndex={-1}>
          <ErrorPage status={status} />
        </main>
      )}
    </>
  );
}
