import { sendCall } from '#core/api/sendCall.ts';
import { listDirectionsCall } from '#core/contract/calculator.ts';
import { ApiError } from '../../api/apiError.ts';
import { fetchPair } from '../../api/calculator.ts';
import type { CourseType } from '../course.ts';
import { createExchangeModel } from './createExchangeModel.ts';
import type { ExchangeModel, ExchangeOptions } from './exchangeModel.ts';

/** What a form with a given pair needs. */
export interface FixedPairOptions extends Pick<ExchangeOptions, 'api' | 'visible'> {
  /** Codes of both currencies. */
  from: string;
  to: string;
  /** The first amount to send, decimal text. */
  amount: string;
  fetchCourseType(signal: AbortSignal): Promise<CourseType>;
}

/** The form's model without the members that choose a pair or fill in requisites. */
export type FixedPairModel = Omit<
  ExchangeModel,
  'draft' | 'requestPair' | 'selectCity' | 'selectCourseType' | 'selectCurrency' | 'swapCurrencies'
>;

/**
 * Creates the model of the exchange form for a pair that cannot be changed, and for requisites that the server knows.
 * Its amounts stay as typed, even outside the limits. A currency that does not exist is a failure `pair_unknown`.
 */
export function createFixedPairModel(options: FixedPairOptions): FixedPairModel {
  const { api, visible, amount } = options;
  let found: Awaited<ReturnType<typeof findCurrencies>> | null = null;
  const exchange = createExchangeModel({
    api,
    visible,
    selections: { url: { amount } },
    async loadFixedPair({ signal }) {
      found ??= await findCurrencies(options, signal);
      const { from, to, courseType } = found;
      const pair = await fetchPair(api, from.id, to.id, { signal });
      exchange.selectCourseType(courseType);
      return {
        settings: null,
        // Without other currencies none can be chosen.
        directions: [],
        current: { from, to, toIds: [], pair, city: null },
        replacements: [],
      };
    },
  });
  return exchange;
}

async function findCurrencies({ api, from, to, fetchCourseType }: FixedPairOptions, signal: AbortSignal) {
  const [courseType, directions] = await Promise.all([
    fetchCourseType(signal),
    sendCall(api, listDirectionsCall, { signal }),
  ]);
  const items = directions.flatMap(direction => direction.items ?? []);
  const [fromItem, toItem] = [from, to].map(code => items.find(item => item.code === code));
  if (!fromItem || !toItem) throw new ApiError('no such currency', { kind: 'http', code: 'pair_unknown' });
  return { from: fromItem, to: toItem, courseType };
}
