import { useEffect, useRef, useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { createJournal, type JournalState } from '#core/account/createJournal.ts';
import type { AccountEvent } from '#core/contract/user.ts';
import { formatAccountMessage } from '#core/accountMessages.ts';
import { ErrorNote } from '../../elements/ErrorNote.tsx';
import { LoadError } from '../../live/LoadError.tsx';
import { useAccount } from '../accountContext.ts';
import { EVENT_TEXTS } from '#core/account/eventTexts.ts';
import { formatFullDate, formatTimeZone } from './formatFullDate.ts';
import '../../elements/form/form.css';
import './JournalList.css';

/** Page /account/safety/journal: the security events of the last year. */
export function JournalPage() {
  useSignals();
  const { api } = useAccount();
  const [model] = useState(() => createJournal(api));
  useEffect(() => model.load(), [model]);
  const state = model.state.value;
  return (
    <>
      <div className="account-heading">
        <h1>Журнал безопасности</h1>
      </div>
      {state.phase === 'loading' && <span className="skeleton journal-skeleton" aria-busy="true" />}
      {state.phase === 'failed' && <LoadError code={state.code} role="alert" onRetry={() => model.load()} />}
      {state.phase === 'unsupported' && <p className="section-text">На этом сайте журнала нет.</p>}
      {state.phase === 'ready' && <JournalList state={state} loadMore={() => model.loadMore()} />}
    </>
  );
}

function JournalList({
  state: { events, more },
  loadMore,
}: {
  state: Extract<JournalState, { phase: 'ready' }>;
  loadMore: () => Promise<number>;
}) {
  const listRef = useRef<HTMLUListElement>(null);
  const [newest] = events;
  if (!newest) return <p className="section-text">За последний год событий нет.</p>;

  async function showMore(): Promise<void> {
    const firstNew = events.length;
    if ((await loadMore()) === 0) return;
    // The list is rendered anew before the next frame.
    requestAnimationFrame(() => (listRef.current?.children[firstNew] as HTMLElement | undefined)?.focus());
  }

  return (
    <>
      <p className="section-text">
        Если не узнаёте событие, смените пароль и завершите чужие сеансы. Время ваше,{' '}
        {formatTimeZone(newest.at)}.
      </p>
      <ul className="journal-list" ref={listRef}>
        {events.map((event, index) => (
          <JournalRow key={index} event={event} />
        ))}
      </ul>
      <ErrorNote text={more?.phase === 'failed' ? formatAccountMessage<string>(more.code) : null} />
      {more !== null && (
        <button
          type="button"
          className="button"
          aria-disabled={more.phase === 'loading'}
          onClick={() => void showMore()}
        >
          {more.phase === 'loading' ? 'Загружаем…' : 'Показать ещё'}
        </button>
      )}
    </>
  );
}

function JournalRow({ event: { kind, device, network, at } }: { event: AccountEvent }) {
  return (
    <li tabIndex={-1}>
      <div>
        <p>{EVENT_TEXTS[kind]}</p>
        <p className="meta">{[device, network].filter(Boolean).join(' · ')}</p>
      </div>
      <time className="meta" dateTime={at}>
        {formatFullDate(at)}
      </time>
    </li>
  );
}
