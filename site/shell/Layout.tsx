import { useEffect, useState } from 'react';
import { Outlet, ScrollRestoration } from 'react-router';
import type { Client } from '#core/api/client.ts';
import { useArrival } from './arrival.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';

type Extra = typeof import('./extra.tsx');

/** What the page can begin without: null until it is here. */
function useExtra(): Extra | null {
  const [extra, setExtra] = useState<Extra | null>(null);
  useEffect(() => {
    import('./extra.tsx').then(setExtra, () => undefined);
  }, []);
  return extra;
}

/** SPEC "Layouts", default: header, the page, footer. While the phone menu is open all else is inert. */
export function Layout({ api }: { api: Client }) {
  const [open, setOpen] = useState(false);
  const extra = useExtra();
  useArrival();
  return (
    <>
      <Header open={open} setOpen={setOpen} aside={extra && <extra.Yours api={api} />} />
      <main id="main" tabIndex={-1} inert={open}>
        <Outlet />
      </main>
      <Footer inert={open} />
      {extra && <extra.Demo api={api} />}
      <ScrollRestoration />
    </>
  );
}
