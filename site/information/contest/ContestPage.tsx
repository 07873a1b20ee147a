import { useCallback, useEffect, useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { Link } from 'react-router';
import type { Clock } from '#core/clock.ts';
import type { Contest } from '#core/contract/contest.ts';
import { routePaths } from '../../routePaths.ts';
import { LiveQueryError, NoScriptNotice } from '../../live/LiveQueryStatus.tsx';
import type { LiveQuery } from '../../live/liveQuery.ts';
import { Article, type MarkdownModule } from '../Article.tsx';
import { splitTimeLeft } from './timeLeft.ts';
import '../../elements/skeleton.css';
import '../liveSection.css';

const dateTimeFormat = new Intl.DateTimeFormat('ru', {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
});

/** The time that is left, second by second; `onEnd` is called when there is none. */
function CountdownTimer({ endsAt, clock, onEnd }: { endsAt: string; clock: Clock; onEnd: () => void }) {
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    let cancelTimer = () => {};
    const tick = () => {
      setNow(clock.now());
      if (clock.now() >= Date.parse(endsAt)) onEnd();
      else cancelTimer = clock.setTimer(tick, 1000 - (clock.now() % 1000));
    };
    tick();
    return () => cancelTimer();
  }, [clock, endsAt, onEnd]);
  const parts = splitTimeLeft(Date.parse(endsAt) - now);
  return (
    <div className="timer">
      <div
        role="timer"
        aria-label={`До конца: ${parts.map(({ value, unit }) => `${value} ${unit}`).join(' ')}`}
      >
        {parts.map(({ value, unit }) => (
          <span key={unit} aria-hidden="true">
            <b className="num">{value}</b>
            <small>{unit}</small>
          </span>
        ))}
      </div>
      <p className="meta">
        до&nbsp;<time dateTime={endsAt}>{dateTimeFormat.format(new Date(endsAt))}</time>
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

function ContestStatus({ liveQuery, clock }: { liveQuery: LiveQuery<Contest | null>; clock: Clock }) {
  useSignals();
  const [, setCheckedAt] = useState(0);
  const checkAgain = useCallback(() => setCheckedAt(clock.now()), [clock]);
  const state = liveQuery.state.value;
  if (state.phase === 'failed') return <LiveQueryError liveQuery={liveQuery} />;
  if (state.phase === 'loading')
    return (
      <>
        <p className="none" aria-busy="true">
          <span className="bone name" />
        </p>
        <NoScriptNotice purpose="Чтобы узнать, идёт ли конкурс" />
      </>
    );
  const contest = state.data;
  if (!contest || Date.parse(contest.endsAt) <= clock.now())
    return (
      <p className="none">
        Сейчас конкурса нет. О&nbsp;новом напишем в&nbsp;<Link to={routePaths.news}>новостях</Link>.
      </p>
    );
  return (
    <>
      <h2 className="contest">{contest.title}</h2>
      <CountdownTimer endsAt={contest.endsAt} clock={clock} onEnd={checkAgain} />
      <ContestList title="Призы" items={contest.prizes} />
      <ContestList title="Условия" items={contest.conditions} />
    </>
  );
}

/** The contest that runs, with the time that is left; says so when none does. */
export function ContestPage({
  content,
  liveQuery,
  clock,
}: {
  content: MarkdownModule;
  liveQuery: LiveQuery<Contest | null>;
  clock: Clock;
}) {
  useEffect(() => liveQuery.startPolling(document), [liveQuery]);
  return (
    <Article content={content}>
      <section className="live" aria-label="Конкурс сейчас">
        <ContestStatus liveQuery={liveQuery} clock={clock} />
      </section>
    </Article>
  );
}
