import './fonts.css';
import './tokens.css';
import './site.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import * as client from '#core/api/client.ts';
import * as market from './home/market.ts';
import { routes } from './routes.tsx';
import * as shells from './shell/shell.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const shell = shells.create(client.create({ base: '' }));
const { api } = shell;
const router = createBrowserRouter(routes({ api, market: market.create(api), shell }));
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
