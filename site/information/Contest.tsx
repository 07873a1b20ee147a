import { useCallback, useEffect, useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { Link } from 'react-router';
import type { Clock } from '#core/clock.ts';
import type { Contest as Running } from '#core/contract/contest.ts';
import { addresses } from '../addresses.ts';
import { Failed, Scriptless } from '../live/Fresh.tsx';
import type { Live } from '../live/live.ts';
import { Article, type Markdown } from './Article.tsx';
import { left } from './left.ts';
import '../live/pieces.css';
import './live.css';

const day = new Intl.DateTimeFormat('ru', {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
});

/** The time that is left, second by second; `over` is called when there is none. */
function Timer({ endsAt, clock, over }: { endsAt: string; clock: Clock; over: () => void }) {
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    let off = () => {};
    const tick = () => {
      setNow(clock.now());
      if (clock.now() >= Date.parse(endsAt)) over();
      else off = clock.later(tick, 1000 - (clock.now() % 1000));
    };
    tick();
    return () => off();
  }, [clock, endsAt, over]);
  const parts = left(Date.parse(endsAt) - now);
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
        до&nbsp;<time dateTime={endsAt}>{day.format(new Date(endsAt))}</time>
      </p>
    </div>
  );
}

function List({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <div className="prose">
      <h2>{title}</h2>
      <ul>
        {lines.map(line => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

function Body({ live, clock }: { live: Live<Running | null>; clock: Clock }) {
  useSignals();
  const [, look] = useState(0);
  const again = useCallback(() => look(clock.now()), [clock]);
  const seen = live.seen.value;
  if (seen.phase === 'failed') return <Failed live={live} />;
  if (seen.phase === 'loading')
    return (
      <>
        <p className="none" aria-busy="true">
          <span className="bone name" />
        </p>
        <Scriptless what="Чтобы узнать, идёт ли конкурс" />
      </>
    );
  const contest = seen.data;
  if (!contest || Date.parse(contest.endsAt) <= clock.now())
    return (
      <p className="none">
        Сейчас конкурса нет. О&nbsp;новом напишем в&nbsp;<Link to={addresses.news}>новостях</Link>.
      </p>
    );
  return (
    <>
      <h2 className="contest">{contest.title}</h2>
      <Timer endsAt={contest.endsAt} clock={clock} over={again} />
      <List title="Призы" lines={contest.prizes} />
      <List title="Условия" lines={contest.conditions} />
    </>
  );
}

/** The contest that runs, with the time that is left; says so when none does. */
export function Contest({
  content,
  live,
  clock,
}: {
  content: Markdown;
  live: Live<Running | null>;
  clock: Clock;
}) {
  useEffect(() => live.watch(document), [live]);
  return (
    <Article content={content}>
      <section className="live" aria-label="Конкурс сейчас">
        <Body live={live} clock={clock} />
      </section>
    </Article>
  );
}
