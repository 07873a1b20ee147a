import './fonts.css';
import './tokens.css';
import './site.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider, type DataRouter } from 'react-router';
import * as client from './client.ts';
import { report } from './monitoring/report.ts';
import { resolve } from './resolve.ts';
import { routes } from './routes.tsx';
import { begin } from './shell/begin.ts';
import { recovering } from './shell/recover.ts';
import * as shells from './shell/shell.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const shell = shells.create(client.create());
const list = routes(shell);
begin(shell.api, list);
let router: DataRouter | undefined;
const safe = recovering(list, () => router?.state.navigation.location ?? location);
const complete = await resolve(safe, location);
router = createBrowserRouter(safe);
const site = (
  <StrictMode>
    <RouterProvider router={router} onError={report} />
  </StrictMode>
);
// While the exchange is closed the server answers with the page that says so, whatever was asked for.
const told = root.querySelector('.tech') !== null;
if (told) shell.maintenance.noticed();
// The bare shell, and the page of the development server, have nothing to hydrate.
if (told || !root.firstElementChild) createRoot(root).render(site);
// Text that is there to be read is better than an error in its place.
else if (complete) hydrateRoot(root, site);
