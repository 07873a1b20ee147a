import { unitsToDecimal } from '../amount.ts';
import type { ChangeSource, ExchangeModel, ExchangeOptions, ExchangeView } from './exchangeModel.ts';
import { selectCourse } from './pairView.ts';

/** The amounts and the course as decimal text of the API; null without a course. */
export function createPayload(view: ExchangeView): ReturnType<ExchangeModel['toPayload']> {
  const [amounts, pair, decimals] = [view.amounts.peek(), view.pair.peek(), view.decimals.peek()];
  return (
    amounts &&
    pair && {
      fromSumma: unitsToDecimal(amounts.from, decimals.from),
      toSumma: unitsToDecimal(amounts.to, decimals.to),
      course: selectCourse(pair, view.courseType.peek()),
    }
  );
}

/** Creates the function that reports a change of the pair, the amounts or the course; equal states only once. */
export function createChangeNotifier(
  getView: () => ExchangeView,
  onChange: ExchangeOptions['onChange'],
): (source: ChangeSource) => void {
  let lastKey = '';
  return source => {
    const view = getView();
    const [payload, from, to] = [createPayload(view), view.from.peek(), view.to.peek()];
    if (!payload || !from || !to) return;
    const change = { from: from.code, to: to.code, ...payload };
    const key = JSON.stringify(change);
    if (key === lastKey) return;
    lastKey = key;
    onChange?.({ ...change, source });
  };
}
