import { CourseHistory, type HistoryPeriod } from '../../contract/course/courseHistory.ts';
import type { ApiClient, CallOptions } from '../client.ts';
import type { CodePair } from './market.ts';

/** GET calculator/history/ (API extension): the course of a pair over a period. */
export const fetchCourseHistory = (
  client: ApiClient,
  { from, to }: CodePair,
  period: HistoryPeriod,
  options?: CallOptions,
): Promise<CourseHistory> =>
  client.call(CourseHistory, '/api/v1/calculator/history/', { ...options, query: { from, to, period } });
