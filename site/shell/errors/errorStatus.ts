import { isRouteErrorResponse } from 'react-router';
import { ApiError } from '#core/api/apiError.ts';

/** Status shown for errors without an HTTP status, for example an exception in a page: «unknown error». */
export const UNKNOWN_ERROR_STATUS = 520;

/** Maps anything a route throws to the status of its error page. Maintenance is 500. */
export function getErrorStatus(error: unknown): number {
  if (isRouteErrorResponse(error)) return error.status;
  if (!(error instanceof ApiError)) return UNKNOWN_ERROR_STATUS;
  if (error.code === 'maintenance') return 500;
  return error.status >= 400 ? error.status : UNKNOWN_ERROR_STATUS;
}
