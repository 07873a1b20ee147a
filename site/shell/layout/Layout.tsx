import { useEffect, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { useSignals } from '@preact/signals-react/runtime';
import { RouteAnnouncer } from './RouteAnnouncer.tsx';
import { useDeferredElements } from './useDeferredElements.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { LoadingBar } from './LoadingBar.tsx';
import { isOpenDuringMaintenance, isPrivatePath } from '../../routePaths.ts';
import { useLoadingBarWhile, type AppContext } from '../appContext.ts';
import { MaintenancePage } from '../errors/MaintenancePage.tsx';

/**
 * The default layout: loading bar, header, page, footer. An open phone menu makes the rest inert. During maintenance
 * the layout is hidden, not removed, so that typed values stay; pages of open claims and their support stay visible.
 */
export function Layout({ appContext }: { appContext: AppContext }) {
  useSignals();
  const { api, loadingBar, maintenance, messages } = appContext;
  const [isMenuOpen, setMenuOpen] = useState(false);
  const deferred = useDeferredElements();
  const { pathname } = useLocation();
  const isPageOpen =
    isOpenDuringMaintenance(pathname) && !(maintenance.areClaimsClosed.value && isPrivatePath(pathname));
  const isClosed = maintenance.isClosed.value && !isPageOpen;
  useLoadingBarWhile(appContext, useNavigation().state !== 'idle');
  useEffect(() => maintenance.startPolling(document), [maintenance]);
  // Repeats a click that a text page has kept: startWhenIdle.ts.
  useEffect(() => void document.dispatchEvent(new Event('site-hydrated')), []);
  useEffect(() => {
    if (isClosed) loadingBar.fail();
  }, [loadingBar, isClosed]);
  return (
    <>
      <LoadingBar loadingBar={loadingBar} />
      {isClosed && <MaintenancePage api={api} />}
      <div className="site" hidden={isClosed}>
        <Header
          isMenuOpen={isMenuOpen}
          setMenuOpen={setMenuOpen}
          session={appContext.session}
          aside={deferred && <deferred.UnfinishedClaimLink api={api} />}
        />
        <main id="main" tabIndex={-1} inert={isMenuOpen} data-private={isPrivatePath(pathname) || undefined}>
          <Outlet context={appContext} />
        </main>
        <Footer inert={isMenuOpen}>
          {deferred && <deferred.ExchangeFacts loadSiteSettings={appContext.loadSiteSettings} />}
        </Footer>
      </div>
      {deferred && (
        <>
          <deferred.CreatedClaimOpener />
          <deferred.MessageModal messages={messages} />
        </>
      )}
      <RouteAnnouncer />
      <ScrollRestoration />
    </>
  );
}
