import { useEffect, useId, useMemo, useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { formatSide } from '#core/exchange/sideName.ts';
import type { ApiClient } from '#core/api/client.ts';
import type { CodePair } from '#core/api/course/market.ts';
import type { CurrencyItem } from '#core/contract/calculator.ts';
import {
  HISTORY_PERIODS,
  type HistoryPeriod,
  type HistorySelection,
} from '#core/contract/course/courseHistory.ts';
import type { ExchangeModel } from '#core/exchange/form/exchangeModel.ts';
import { createLazyModule } from '#widget/lazy/lazyModule.ts';
import { LoadError } from '../../live/LoadError.tsx';
import { useServerQuery } from '../../live/useServerQuery.ts';
import { CourseFigure } from './CourseFigure.tsx';
import { createCourseView, type CourseView } from './courseView.ts';
import { createHistoryQuery, isSamePair, type HistoryQuery } from './historyQuery.ts';
import './course.css';
import '../HomePage.css';

const PERIOD_TITLES: Readonly<Record<HistoryPeriod, string>> = {
  '24h': '24 часа',
  '7d': '7 дней',
  '30d': '30 дней',
};

const lazyAlertForm = createLazyModule(() => import('./AlertForm.tsx'));

interface SectionProps {
  api: ApiClient;
  /** E-mail of the account that is logged in, for the alert's form; '' for a guest. */
  getEmail: () => string;
  /** Called if the backend has no history. */
  onUnsupported: () => void;
}

/** The course of the form's pair over time. */
export function CourseSection({ exchange, ...props }: SectionProps & { exchange: ExchangeModel }) {
  useSignals();
  const [from, to] = [exchange.from.value, exchange.to.value];
  return from && to ? <PairSection from={from} to={to} {...props} /> : null;
}

function PairSection({
  api,
  from,
  to,
  getEmail,
  onUnsupported,
}: SectionProps & { from: CurrencyItem; to: CurrencyItem }) {
  useSignals();
  const headingId = useId();
  const [period, setPeriod] = useState<HistoryPeriod>('24h');
  const selection = useMemo(() => ({ from: from.code, to: to.code, period }), [from.code, to.code, period]);
  const query = useServerQuery(() => createHistoryQuery(api), selection);
  const state = query.state.value;
  const isUnsupported = state.phase === 'unsupported';
  useEffect(() => {
    if (isUnsupported) onUnsupported();
  }, [isUnsupported, onUnsupported]);
  const shown = state.phase === 'ready' && isSamePair(state.view, selection) ? state : null;
  const view = shown && createCourseView(shown.data, shown.view.period);
  return (
    <section className="home-section container" aria-labelledby={headingId}>
      <div className="section-head">
        <h2 id={headingId}>
          Курс {formatName(from)} на {formatName(to)}
        </h2>
        <PeriodRadios period={period} onChange={setPeriod} />
      </div>
      <div className="course-columns">
        <SelectedHistory query={query} selection={selection} />
        {view && !view.isClosed && (
          <AlertDisclosure
            key={`${from.code}-${to.code}`}
            api={api}
            pair={{ from: from.code, to: to.code }}
            view={view}
            getEmail={getEmail}
          />
        )}
      </div>
    </section>
  );
}

const formatName = (currency: CurrencyItem): string => formatSide({ ...currency, currency: currency.ticker });

function PeriodRadios({
  period,
  onChange,
}: {
  period: HistoryPeriod;
  onChange: (period: HistoryPeriod) => void;
}) {
  const name = useId();
  return (
    <fieldset className="course-periods">
      <legend className="visually-hidden">Период</legend>
      {HISTORY_PERIODS.map(value => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={value === period}
            onChange={() => onChange(value)}
          />
          <span>{PERIOD_TITLES[value]}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** The history of a pair, or why there is none. `selection` is what the visitor wants to see. */
function SelectedHistory({ query, selection }: { query: HistoryQuery; selection: HistorySelection }) {
  useSignals();
  const state = query.state.value;
  const ready = state.phase === 'ready' ? state : null;
  const isOther = !ready || !isSamePair(ready.view, selection) || ready.view.period !== selection.period;
  const failure = state.phase === 'failed' ? state.failure : isOther ? ready?.refreshFailure : null;
  if (failure) return <LoadError code={failure.code} role="status" onRetry={query.reload} />;
  if (!ready || !isSamePair(ready.view, selection)) return <HistorySkeleton />;
  const { period } = ready.view;
  const view = createCourseView(ready.data, period);
  if (!view)
    return (
      <p className="status-message">
        {ready.data.course === null
          ? `За ${PERIOD_TITLES[period]} курса этой пары не было: она закрыта.`
          : 'Курс этой пары ещё не записан. Первая точка появится через 10 минут.'}
      </p>
    );
  return (
    <CourseFigure view={view} period={period} periodTitle={PERIOD_TITLES[period]} isOutdated={isOther} />
  );
}

/** The form that requests an e-mail. Its code loads when it is opened. */
function AlertDisclosure({
  api,
  pair,
  view,
  getEmail,
}: Pick<SectionProps, 'api' | 'getEmail'> & { pair: CodePair; view: CourseView }) {
  useSignals();
  const [isOpen, setIsOpen] = useState(false);
  const AlertForm = lazyAlertForm.module.value?.AlertForm;
  return (
    <div>
      <button
        type="button"
        className="button"
        aria-expanded={isOpen}
        onClick={() => {
          setIsOpen(!isOpen);
          void lazyAlertForm.load();
        }}
      >
        Сообщить о курсе
      </button>
      {isOpen && AlertForm && <AlertForm api={api} pair={pair} view={view} accountEmail={getEmail()} />}
      {isOpen && lazyAlertForm.hasFailed.value && (
        <LoadError code="network" role="status" onRetry={() => void lazyAlertForm.load()} />
      )}
    </div>
  );
}

function HistorySkeleton() {
  return (
    <div className="course-figure" aria-busy="true">
      <p className="visually-hidden" role="status">
        Курс загружается
      </p>
      <div className="course-head">
        <span className="skeleton" />
        <span className="course-change" />
      </div>
      <div className="course-chart skeleton" />
    </div>
  );
}
