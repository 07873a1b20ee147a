import { sendCall } from '#core/api/sendCall.ts';
import { previewPairCall, type OperatorPair, type PairPreview } from '#core/contract/operator/pairs.ts';
import { formatPercent } from '../../deskTexts.ts';
import { formatPairCourse } from '../rateTable.tsx';
import { usePreview } from '../../values/usePreview.ts';

/** The course of the pair with a value that is not saved yet, as `changeValueCall` takes it. */
export function CoursePreview({ pair, field, value }: { pair: OperatorPair; field: string; value: string }) {
  const { code } = pair;
  const preview = usePreview(value, 'none', (api, query, options) =>
    sendCall(api, previewPairCall, { ...options, code, query: { field, ...query } }),
  );
  return (
    <p className="form-hint numeric value-preview" role="status">
      {preview && describeCourses(pair, preview)}
    </p>
  );
}

function describeCourses(pair: OperatorPair, { course, verified, capMargin }: PairPreview): string {
  if (course === null) return 'Рыночного курса сейчас нет: новый курс не посчитать.';
  const cap = capMargin ? `Сработает наименьшая маржа ${formatPercent(capMargin)}. ` : '';
  const text = `${cap}Курс станет: ${formatPairCourse(course, pair)}`;
  return verified === null || verified === course
    ? `${text}.`
    : `${text}, с проверенной картой ${formatPairCourse(verified, pair)}.`;
}
