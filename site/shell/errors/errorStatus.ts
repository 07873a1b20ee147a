import { isRouteErrorResponse } from 'react-router';
import { ApiError } from '#core/api/apiError.ts';

/** The number of a failure that no answer's status tells, an error in a page's own code for one: «unknown error». */
export const UNKNOWN_ERROR_STATUS = 520;

/** The status that stands for anything that a route has thrown. A closed exchange is 500, SPEC's maintenance page. */
export function getErrorStatus(error: unknown): number {
  if (isRouteErrorResponse(error)) return error.status;
  if (!(error instanceof ApiError)) return UNKNOWN_ERROR_STATUS;
  if (error.code === 'maintenance') return 500;
  return error.status >= 400 ? error.status : UNKNOWN_ERROR_STATUS;
}
