import { useEffect, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { useSignals } from '@preact/signals-react/runtime';
import { Arrival } from './Arrival.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { LoadingBar } from './LoadingBar.tsx';
import { isPrivate } from './private.ts';
import { useBusy, type Shell } from './shell.ts';
import { TechLayout } from './TechLayout.tsx';

type Extra = typeof import('./extra.tsx');

/** What the page can begin without: null until it is here. */
function useExtra(): Extra | null {
  const [extra, setExtra] = useState<Extra | null>(null);
  useEffect(() => {
    import('./extra.tsx').then(setExtra, () => undefined);
  }, []);
  return extra;
}

/**
 * SPEC "Layouts", default: loading bar, header, the page, footer. While the phone menu is open all else is inert; while
 * the exchange is closed all of it waits unseen under the tech layout, with what was typed into it.
 */
export function Layout({ shell }: { shell: Shell }) {
  useSignals();
  const { api, bar, maintenance, messages } = shell;
  const [open, setOpen] = useState(false);
  const extra = useExtra();
  const { pathname } = useLocation();
  const closed = maintenance.closed.value;
  useBusy(shell, useNavigation().state !== 'idle');
  useEffect(() => maintenance.watch(document), [maintenance]);
  useEffect(() => {
    if (closed) bar.fail();
  }, [bar, closed]);
  return (
    <>
      <LoadingBar bar={bar} />
      {closed && <TechLayout />}
      <div className="site" hidden={closed}>
        <Header open={open} setOpen={setOpen} aside={extra && <extra.Yours api={api} />} />
        <main id="main" tabIndex={-1} inert={open} data-private={isPrivate(pathname) || undefined}>
          <Outlet context={shell} />
        </main>
        <Footer inert={open} />
        {extra && <extra.Demo api={api} />}
      </div>
      {extra && <extra.MessageModal messages={messages} />}
      <Arrival />
      <ScrollRestoration />
    </>
  );
}
