import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { Client } from '#core/api/client.ts';
import { addresses } from '../addresses.ts';
import { open } from './book.ts';

/** The way back to the latest claim of this browser that is not over yet; nothing when there is none or on its page. */
export function Yours({ api }: { api: Client }) {
  const { pathname } = useLocation();
  const [book] = useState(() => open(api));
  const [number, setNumber] = useState(() => book.kept.unfinished()[0]?.number ?? null);
  useEffect(() => {
    const look = () => setNumber(book.kept.unfinished()[0]?.number ?? null);
    look();
    // Made or closed in this tab's widget, or in another tab.
    document.addEventListener('exchange-claim', look);
    addEventListener('storage', look);
    return () => {
      document.removeEventListener('exchange-claim', look);
      removeEventListener('storage', look);
    };
  }, [book, pathname]);
  if (number === null || pathname.startsWith(addresses.unfinished)) return null;
  return (
    <Link className="yours" to={addresses.unfinished} data-private>
      <span className="wide">Ваша заявка </span>
      <span className="narrow">Заявка </span>№ {number}
    </Link>
  );
}
