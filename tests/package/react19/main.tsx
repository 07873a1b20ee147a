import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { Page } from './Page';

const root = document.getElementById('root') as HTMLElement;
const page = (
  <StrictMode>
    <Page />
  </StrictMode>
);
if (root.firstElementChild) hydrateRoot(root, page, { onRecoverableError: error => console.error(error) });
else createRoot(root).render(page);
