import type { ApiClient } from '#core/api/client.ts';
import { fetchCourseHistory } from '#core/api/course/courseHistory.ts';
import type { CodePair } from '#core/api/course/market.ts';
import type { CourseHistory, HistoryPeriod } from '#core/contract/course/courseHistory.ts';
import { createLiveQuery, type LiveQuery } from '../../live/liveQuery.ts';

/** A pair and a period. */
export interface HistorySelection extends CodePair {
  period: HistoryPeriod;
}

/** A history with what it was requested for. */
interface SelectedHistory {
  selection: HistorySelection;
  history: CourseHistory;
}

/** As often as the server stores courses. */
const REFRESH_INTERVAL_MS = 10 * 60_000;

/** The history of the selected pair and period. Until it is loaded, the state has the one before. */
export interface HistoryQuery extends Pick<LiveQuery<SelectedHistory>, 'state' | 'refresh'> {
  /** Loads now and every ten minutes while the page is visible. The returned function stops it. */
  start(): () => void;
  /** Loads the history of another selection. */
  select(selection: HistorySelection): void;
}

/** Whether both are the same pair. */
export const isSamePair = (a: CodePair, b: CodePair): boolean => a.from === b.from && a.to === b.to;

/** Creates the query; it loads nothing until it is started. */
export function createHistoryQuery(api: ApiClient, initial: HistorySelection): HistoryQuery {
  let selected = initial;
  const { state, refresh } = createLiveQuery(api.clock, async options => {
    const selection = selected;
    return { selection, history: await fetchCourseHistory(api, selection, selection.period, options) };
  });
  return {
    state,
    refresh,
    start() {
      refresh();
      const timer = setInterval(() => !document.hidden && refresh(), REFRESH_INTERVAL_MS);
      return () => clearInterval(timer);
    },
    select(selection) {
      if (isSamePair(selection, selected) && selection.period === selected.period) return;
      selected = selection;
      refresh();
    },
  };
}
