import { sendCall } from '#core/api/sendCall.ts';
import { listDirectionsCall } from '#core/contract/calculator.ts';
import type { ApiClient } from '../../../api/client.ts';
import type { CalculatorSettings } from '../../../contract/course/calculatorSettings.ts';
import { resolvePair } from '../../pair.ts';
import type { PairSelection } from '../exchangeModel.ts';
import { listItems } from './directionItems.ts';
import { fetchTargetPair } from './pairLoader.ts';
import type { LoadedPair, PairRequestOptions } from './pairLoader.ts';

/**
 * Loads a pair with one call per part, for a backend whose settings embed none (`settings` null: that call failed).
 * Rejects with ApiError, or with Error if no pair is visible.
 */
export async function loadPairSeparately(
  api: ApiClient,
  settings: CalculatorSettings | null,
  selection: PairSelection,
  requestOptions: PairRequestOptions,
): Promise<LoadedPair> {
  const directions =
    settings?.directions ?? (await sendCall(api, listDirectionsCall, { signal: requestOptions.signal }));
  const namedDirections = directions.map(direction => ({ ...direction, items: listItems([direction]) }));
  const resolved = resolvePair(selection, namedDirections);
  if (!resolved) throw new Error('no pair can be selected');
  const { from, to, city } = resolved;
  const current = await fetchTargetPair(api, directions, null, { from, to, city }, requestOptions);
  const replacements = [...resolved.replaced];
  if (current.to.id !== to.id) {
    const closed = to.closed.receive ?? { code: 'pair_unknown', detail: '' };
    replacements.push({ side: 'to', wanted: to.code, chosen: current.to.code, closed });
  }
  return { settings, directions, current, replacements };
}
