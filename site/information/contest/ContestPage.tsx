import { useCallback, useEffect, useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { Link } from 'react-router';
import type { Clock } from '#core/clock.ts';
import type { ApiClient } from '#core/api/client.ts';
import { fetchContest, type RunningContest } from '#core/api/contest.ts';
import { routePaths } from '../../routePaths.ts';
import { QueryError, NoScriptNotice } from '../../live/QueryStatus.tsx';
import { createServerQuery, type ServerQuery } from '#core/serverQuery.ts';
import { createTimeFormat } from '#core/timeFormat.ts';
import { useServerQuery } from '../../live/useServerQuery.ts';
import { Article, type MarkdownModule } from '../Article.tsx';
import { splitTimeLeft } from './timeLeft.ts';
import '../liveSection.css';

const formatDateTime = createTimeFormat({
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
});

/** Shows the remaining time, updated every second; calls `onEnd` when it reaches zero. */
function CountdownTimer({
  contest,
  clock,
  onEnd,
}: {
  contest: RunningContest;
  clock: Clock;
  onEnd: () => void;
}) {
  const { endsAt, endsAtMs } = contest;
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    let cancelTimer = () => {};
    const tick = () => {
      setNow(clock.now());
      const remainingMs = endsAtMs - clock.now();
      if (remainingMs <= 0) onEnd();
      else cancelTimer = clock.setTimer(tick, remainingMs % 1000 || 1000);
    };
    tick();
    return () => cancelTimer();
  }, [clock, endsAtMs, onEnd]);
  const parts = splitTimeLeft(endsAtMs - now);
  return (
    <div className="timer">
      <div
        role="timer"
        aria-label={`До конца: ${parts.map(({ value, unit }) => `${value} ${unit}`).join(' ')}`}
      >
        {parts.map(({ value, unit }) => (
          <span key={unit} aria-hidden="true">
            <b className="numeric">{value}</b>
            <small>{unit}</small>
          </span>
        ))}
      </div>
      <p className="meta">
        до <time dateTime={endsAt}>{formatDateTime(endsAt)}</time>
      </p>
    </div>
  );
}

function ContestList({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <div className="prose">
      <h2>{title}</h2>
      <ul>
        {items.map(item => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  );
}

function ContestStatus({ query, clock }: { query: ServerQuery<RunningContest | null>; clock: Clock }) {
  useSignals();
  const [, setCheckedAt] = useState(0);
  const checkAgain = useCallback(() => setCheckedAt(clock.now()), [clock]);
  const state = query.state.value;
  if (state.phase === 'failed' || state.phase === 'unsupported') return <QueryError query={query} />;
  if (state.phase === 'loading')
    return (
      <>
        <p className="empty-message" aria-busy="true">
          <span className="skeleton text" />
        </p>
        <NoScriptNotice purpose="Чтобы узнать, идёт ли конкурс" />
      </>
    );
  const contest = state.data;
  if (!contest || contest.endsAtMs <= clock.now())
    return (
      <p className="empty-message">
        Сейчас конкурса нет. О новом напишем в <Link to={routePaths.news}>новостях</Link>.
      </p>
    );
  return (
    <>
      <h2 className="contest">{contest.title}</h2>
      <CountdownTimer contest={contest} clock={clock} onEnd={checkAgain} />
      <ContestList title="Призы" items={contest.prizes} />
      <ContestList title="Условия" items={contest.conditions} />
    </>
  );
}

/** The running contest with a countdown, or a notice that there is none. */
export function ContestPage({ content, api }: { content: MarkdownModule; api: ApiClient }) {
  const query = useServerQuery(() => createServerQuery(api.clock, options => fetchContest(api, options)));
  return (
    <Article content={content}>
      <section className="live-section" aria-label="Конкурс сейчас">
        <ContestStatus query={query} clock={api.clock} />
      </section>
    </Article>
  );
}
