import './fonts/golosText.css';
import './tokens.css';
import './site.css';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider, type DataRouter } from 'react-router';
import { createLazyClient } from './lazyClient.ts';
import { captureError } from './monitoring/errorReporting.ts';
import { loadLazyRoutes } from './shell/lifecycle/loadLazyRoutes.ts';
import { createRoutes } from './routes.tsx';
import { identifyHistoryEntry } from './shell/lifecycle/identifyHistoryEntry.ts';
import { runStartup } from './shell/lifecycle/startup.ts';
import { reloadOnChunkError } from './shell/lifecycle/reloadOnChunkError.ts';
import { createAppContext } from './shell/appContext.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const appContext = createAppContext(createLazyClient());
const siteRoutes = createRoutes(appContext);
runStartup(appContext, siteRoutes);
let router: DataRouter | undefined;
const routesWithReload = reloadOnChunkError(siteRoutes, () => router?.state.navigation.location ?? location);

/** Renders the page when the code of its routes is loaded. A top-level await would make the bundler split each entry. */
async function render(container: HTMLElement): Promise<void> {
  const isComplete = await loadLazyRoutes(routesWithReload, location);
  // During maintenance the server returns the maintenance page for every path.
  const isMaintenancePage = container.querySelector('.maintenance-page') !== null;
  // Private pages have a placeholder, which the first render replaces. The page of the development server is empty.
  const isPrerendered =
    !isMaintenancePage &&
    container.firstElementChild !== null &&
    container.querySelector('main[data-private]') === null;
  // With hydration data the router keeps the browser's scroll position: a visitor may have scrolled before.
  const options = isPrerendered ? { hydrationData: { loaderData: {} } } : {};
  identifyHistoryEntry();
  router = createBrowserRouter(routesWithReload, options);
  const app = (
    <StrictMode>
      <RouterProvider router={router} onError={captureError} />
    </StrictMode>
  );
  if (isMaintenancePage) appContext.maintenance.markClosed();
  if (!isPrerendered) {
    await waitForFirstPage(router);
    createRoot(container).render(app);
  }
  // If its code fails to load, keep the prerendered page instead of an error page.
  // In a transition, so that React yields to input between components.
  else if (isComplete) startTransition(() => void hydrateRoot(container, app));
}

/** Waits for the guards of the first page, and for the page that they redirect to. */
const waitForFirstPage = ({ state, subscribe }: DataRouter) =>
  new Promise<unknown>(resolve => {
    if (state.initialized) resolve(null);
    else subscribe(({ initialized }) => initialized && resolve(null));
  });

void render(root);
