import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { ErrorPage } from './ErrorPage.tsx';
import { statusOf } from './failure.ts';
import { LoadingBar } from './LoadingBar.tsx';
import { useShell, type Shell } from './shell.ts';
import { TechLayout } from './TechLayout.tsx';

/** Tells the loading bar of the failure that is shown. */
export function useFailure({ bar }: Shell): void {
  useEffect(() => bar.fail(), [bar]);
}

/** In place of a page that has thrown, is not there or did not come; header and footer go on. */
export function PageFailed() {
  const error = useRouteError();
  const status = statusOf(error);
  useFailure(useShell());
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
export function SiteFailed({ shell }: { shell: Shell }) {
  const status = statusOf(useRouteError());
  useFailure(shell);
  return (
    <>
      <LoadingBar bar={shell.bar} />
      {status === 500 ? (
        <TechLayout />
      ) : (
        <main id="main" tabIndex={-1}>
          <ErrorPage status={status} />
        </main>
      )}
    </>
  );
}
