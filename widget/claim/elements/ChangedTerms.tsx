import type { ClaimTerms } from '#core/claim/claimModel.ts';
import { formatComparedCourses, formatMoney } from '#core/exchange/formatMoney.ts';
import { SummaryList } from './SummaryList.tsx';

/** Amounts and course before and after a change. `from`, `to`: the currencies. */
export function ChangedTerms({
  previous,
  current,
  from,
  to,
}: {
  previous: ClaimTerms;
  current: ClaimTerms;
  from: string;
  to: string;
}) {
  const [previousCourse, currentCourse] = formatComparedCourses([previous.course, current.course], from, to);
  const compareAmounts = (before: string, after: string, currency: string) => (
    <ChangedValue previous={formatMoney(before, currency)} current={formatMoney(after, currency)} />
  );
  return (
    <SummaryList
      lines={[
        { name: 'Отдаёте', value: compareAmounts(previous.fromSumma, current.fromSumma, from), big: true },
        { name: 'Получаете', value: compareAmounts(previous.toSumma, current.toSumma, to), big: true },
        { name: 'Курс', value: <ChangedValue previous={previousCourse} current={currentCourse} /> },
      ]}
    />
  );
}

/** A value and, if it changed, the previous value struck out beside it. */
function ChangedValue({ previous, current }: { previous: string; current: string }) {
  if (previous === current) return current;
  return (
    <>
      <s className="secondary-text">
        <span className="visually-hidden">было </span>
        {previous}
      </s>{' '}
      <span>
        <span className="visually-hidden">стало </span>
        {current}
      </span>
    </>
  );
}
