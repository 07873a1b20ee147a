import { useEffect, useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { sendCall } from '#core/api/sendCall.ts';
import { previewPairCall, type OperatorPair, type PairPreview } from '#core/contract/operator/pairs.ts';
import { DECIMAL_PATTERN } from '#core/exchange/amount.ts';
import { createServerQuery, NO_POLLING } from '#core/serverQuery.ts';
import { useAccount } from '../../account/accountContext.ts';
import { useServerQuery } from '../../live/useServerQuery.ts';
import { formatPairCourse } from './rateTable.tsx';

/** Milliseconds without a keystroke before the course is calculated. */
const PREVIEW_DELAY_MS = 250;

/** The course of the pair with a value that is not saved yet, as `changeValueCall` takes it. */
export function CoursePreview({ pair, field, value }: { pair: OperatorPair; field: string; value: string }) {
  useSignals();
  const { api } = useAccount();
  const [asked, setAsked] = useState(value);
  useEffect(() => {
    const isComplete = value === 'none' || DECIMAL_PATTERN.test(value);
    const timer = setTimeout(() => isComplete && setAsked(value), PREVIEW_DELAY_MS);
    return () => clearTimeout(timer);
  }, [value]);
  const { code } = pair;
  const query = useServerQuery<PairPreview, string>(
    () =>
      createServerQuery(
        api.clock,
        (options, view) =>
          sendCall(api, previewPairCall, { ...options, code, query: { field, value: view } }),
        { polling: NO_POLLING },
      ),
    asked,
  );
  const state = query.state.value;
  const isShown = state.phase === 'ready' && state.view === value;
  return (
    <p className="form-hint numeric rate-preview" role="status">
      {isShown && describeCourses(pair, state.data)}
    </p>
  );
}

function describeCourses(pair: OperatorPair, { course, verified }: PairPreview): string {
  if (course === null) return 'Рыночного курса сейчас нет: новый курс не\u00a0посчитать.';
  const text = `Курс станет: ${formatPairCourse(course, pair)}`;
  return verified === null || verified === course
    ? `${text}.`
    : `${text}, с\u00a0проверенной картой ${formatPairCourse(verified, pair)}.`;
}
