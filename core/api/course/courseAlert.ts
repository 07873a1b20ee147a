import * as v from 'valibot';
import {
  CourseAlert,
  CourseAlertCancellation,
  type CourseAlertRequest,
} from '../../contract/course/courseAlert.ts';
import type { ApiClient, CallOptions } from '../client.ts';

/** POST alerts/ (API extension): sends a letter whose link confirms the alert. */
export async function requestCourseAlert(
  client: ApiClient,
  body: CourseAlertRequest,
  options?: CallOptions,
): Promise<void> {
  await client.call(v.unknown(), '/api/v1/alerts/', { ...options, method: 'POST', body: { ...body } });
}

/** POST alerts/confirm/ (API extension): confirms the alert of a letter's token. */
export const confirmCourseAlert = (client: ApiClient, token: string): Promise<CourseAlert> =>
  client.call(CourseAlert, '/api/v1/alerts/confirm/', { method: 'POST', body: { token } });

/** POST alerts/cancel/ (API extension): cancels what the link of a letter cancels. */
export const cancelCourseAlerts = (client: ApiClient, token: string): Promise<CourseAlertCancellation> =>
  client.call(CourseAlertCancellation, '/api/v1/alerts/cancel/', { method: 'POST', body: { token } });
