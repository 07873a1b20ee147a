import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { addresses } from '../addresses.ts';
import { anew } from '../claim/anew.ts';
import { About } from '../claim/About.tsx';
import { secretIn, survives, type Book } from '../claim/book.ts';
import { useTold } from '../claim/told.ts';
import { useInside } from '../shell/inside.ts';
import { NotFound } from './NotFound.tsx';
import './claim.css';

/** The widget of the page: for which address it stands, the claim it shows, the one it was opened with. */
interface Frame {
  route: string;
  shows: string;
  opens: string;
  /** Another number is another widget. */
  turn: number;
}

const reference = (id: string, secret: string | null) => (secret === null ? id : `${id}#${secret}`);

/** The frame at another address: the same one when its widget has made that claim itself. */
function turned(frame: Frame, id: string, given: string | null): Frame {
  const opens = reference(id, given);
  const other = given !== null && opens !== frame.opens;
  if (frame.route === id && !other) return frame;
  if (frame.shows === id && !other) return { ...frame, route: id };
  return { route: id, shows: id, opens, turn: frame.turn + 1 };
}

/**
 * SPEC /claim/{uuid}: the widget with this claim open, and beside it what was agreed on. A secret in the fragment opens
 * the claim in this browser for good and leaves the address. Without one the status is all there is.
 */
export function Claim({ book }: { book: Book }) {
  useInside();
  const { uuid: id = '' } = useParams();
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();
  const given = secretIn(hash);
  const secret = given ?? book.kept.secret(id);
  const told = useTold(book, id, secret);
  const [frame, setFrame] = useState<Frame>({ route: id, shows: id, opens: reference(id, given), turn: 0 });
  const next = turned(frame, id, given);
  if (next !== frame) setFrame(next);

  const opened = told.phase === 'open';
  const number = opened ? told.claim.number : null;
  const unknown = told.phase === 'unknown';
  useEffect(() => {
    if (number !== null) document.title = `Заявка № ${number} · Размен`;
  }, [number]);

  useEffect(() => {
    if (opened && given && survives(book, id, given))
      void navigate(pathname, { replace: true, preventScrollReset: true });
  }, [opened, given, book, id, pathname, navigate]);

  const { shows } = frame;
  useEffect(() => {
    const made = (event: Event) => {
      const { detail } = event as CustomEvent<{ id: string }>;
      // Before its claim is there the widget is a form for a moment: not to be seen here, nor taken for a new exchange.
      if (event.target instanceof HTMLElement) event.target.dataset.opened = '';
      if (detail.id === shows) return;
      setFrame(now => ({ ...now, shows: detail.id }));
      void navigate(`/claim/${detail.id}`);
    };
    document.addEventListener('exchange-claim', made);
    return () => document.removeEventListener('exchange-claim', made);
  }, [shows, navigate]);

  const claim = opened ? told.claim : null;
  useEffect(() => {
    // «Новый обмен» in the widget brings its form back; here that is the home page's part.
    const left = (event: Event) => {
      const element = event.target;
      if (!(element instanceof HTMLElement) || element.dataset.opened === undefined) return;
      setTimeout(() => {
        if (element.isConnected && element.shadowRoot?.querySelector('[name=fromSumma]'))
          void navigate(claim ? anew(claim) : addresses.home);
      });
    };
    document.addEventListener('click', left);
    return () => document.removeEventListener('click', left);
  }, [claim, navigate]);

  if (unknown) return <NotFound />;
  return (
    <div className={secret ? 'wrap claim' : 'wrap claim alone'}>
      <h1 className="vh">Ваша заявка</h1>
      <exchange-widget key={frame.turn} id="claim" theme="dark" claim={frame.opens} />
      {claim && <About claim={claim} />}
    </div>
  );
}
