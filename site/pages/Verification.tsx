import { useEffect, useState, type ReactNode } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { useSignals } from '@preact/signals-react/runtime';
import type { Subject } from '#core/verification/model.ts';
import type { Verification as Known } from '#core/contract/verification.ts';
import { Shots } from '#widget/claim/Shots.tsx';
import { addresses } from '../addresses.ts';
import { secretIn, type Book } from '../claim/book.ts';
import { Frame } from '../verification/Frame.tsx';
import { usePlace } from '../verification/open.ts';
import { useHanded, useOwned } from '../verification/subject.ts';
import { NotFound } from './NotFound.tsx';
import './verification.css';

/** SPEC /verification/{uuid}: a card's verification by its own uuid, for who has the secret of its claim. */
export function Verification({ book }: { book: Book }) {
  const { uuid: id = '' } = useParams();
  const subject = useOwned(book, id);
  return (
    <Screen book={book} subject={subject} missing={<NotFound />}>
      <p className="text">Подтверждаем карту один раз: этого хватит на&nbsp;12&nbsp;месяцев.</p>
    </Screen>
  );
}

/** SPEC /verify/{uuid}#token: the same on a phone. Its first opening binds the device; the token leaves the address. */
export function Handoff({ book }: { book: Book }) {
  const { uuid: id = '' } = useParams();
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();
  const token = secretIn(hash);
  const subject = useHanded(book, id, token);
  useEffect(() => {
    if (token) void navigate(pathname, { replace: true, preventScrollReset: true });
  }, [token, pathname, navigate]);
  return (
    <Screen book={book} subject={subject} handed missing={<Unopened />}>
      <p className="text">
        Снимите карту этим телефоном. Фото попадут в&nbsp;заявку, которая открыта на&nbsp;другом экране.
      </p>
    </Screen>
  );
}

/** The screen of the widget in a page; `missing` when it does not open, `children` introduce it. */
function Screen({
  book,
  subject,
  missing,
  handed = false,
  children,
}: {
  book: Book;
  subject: Subject | null;
  missing: ReactNode;
  handed?: boolean;
  children: ReactNode;
}) {
  useSignals();
  const place = usePlace(book.api, subject);
  const [model, deleted] = [place.model.value, place.deleted.value];
  const phase = model?.phase.value;
  const known = phase && 'verification' in phase ? phase.verification : null;
  // Of whose claim it was before it was deleted.
  const [last, keep] = useState<Known['claim']>(null);
  if (known?.claim && known.claim.id !== last?.id) keep(known.claim);
  const claim = known?.claim ?? last;
  if (deleted) return <Deleted claim={handed ? null : claim} />;
  if (!subject || phase?.phase === 'gone') return missing;
  return (
    <div className="wrap verification">
      <h1>Подтверждение карты</h1>
      {children}
      <Frame>
        {model ? (
          <Shots model={model} number={claim?.number ?? ''} handed={handed} />
        ) : (
          <span className="sk b" />
        )}
      </Frame>
      {claim && !handed && (
        <Link className="b quiet" to={`/claim/${claim.id}`}>
          Заявка № {claim.number}
        </Link>
      )}
      {claim && handed && <p className="text">Заявка № {claim.number}</p>}
    </div>
  );
}

/** A hand-off that is over, or was opened on another phone first. */
function Unopened() {
  return (
    <div className="wrap verification">
      <h1>Ссылка больше не&nbsp;открывается</h1>
      <p className="text">
        Она действует 30&nbsp;минут и&nbsp;только на&nbsp;том телефоне, где её&nbsp;открыли первой. Новый код
        есть в&nbsp;заявке: нажмите там «Снять телефоном».
      </p>
      <Link className="b quiet" to={addresses.contacts}>
        Написать в&nbsp;поддержку
      </Link>
    </div>
  );
}

function Deleted({ claim }: { claim: Known['claim'] }) {
  return (
    <div className="wrap verification">
      <h1>Фото удалены</h1>
      <p className="text">Начать подтверждение заново можно в&nbsp;заявке.</p>
      {claim && (
        <Link className="b primary" to={`/claim/${claim.id}`}>
          Заявка № {claim.number}
        </Link>
      )}
    </div>
  );
}
