import { useState } from 'react';
import { Outlet, ScrollRestoration } from 'react-router';
import { useArrival } from './arrival.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';

/** SPEC "Layouts", default: header, the page, footer. While the phone menu is open all else is inert. */
export function Layout() {
  const [open, setOpen] = useState(false);
  useArrival();
  return (
    <>
      <Header open={open} setOpen={setOpen} />
      <main id="main" tabIndex={-1} inert={open}>
        <Outlet />
      </main>
      <Footer inert={open} />
      <ScrollRestoration />
    </>
  );
}
