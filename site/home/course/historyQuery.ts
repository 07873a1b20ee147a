import { sendCall } from '#core/api/sendCall.ts';
import {
  getCourseHistoryCall,
  type CourseHistory,
  type HistorySelection,
} from '#core/contract/course/courseHistory.ts';
import { toErrorCode } from '#core/api/apiError.ts';
import type { ApiClient } from '#core/api/client.ts';
import type { CodePair } from '#core/api/course/market.ts';
import { createPolling, createServerQuery, type ServerQuery } from '#core/serverQuery.ts';

/** The history of the selected pair and period. Until it is loaded, the state has the one before. */
export type HistoryQuery = ServerQuery<CourseHistory, HistorySelection>;

/** As often as the server stores courses. */
const REFRESH_INTERVAL_MS = 10 * 60_000;

/** Whether both are the same pair. */
export const isSamePair = (a: CodePair, b: CodePair): boolean => a.from === b.from && a.to === b.to;

/** Creates the query, not loaded yet. */
export const createHistoryQuery = (api: ApiClient): HistoryQuery =>
  createServerQuery(
    api.clock,
    // The browser's copy would be the course before.
    (options, selection) =>
      sendCall(api, getCourseHistoryCall, { ...options, revalidate: true, query: selection }),
    {
      formatView: ({ from, to, period }) => `${from} ${to} ${period}`,
      polling: createPolling(REFRESH_INTERVAL_MS),
      sharesData: true,
      // Other codes of status 404 are of a pair.
      isUnsupported: error => toErrorCode(error) === 'not_found',
    },
  );
