import * as v from 'valibot';
import { ApiError, toErrorCode } from '../../api/apiError.ts';
import { CourseChanged } from '../../contract/claim.ts';
import type { FieldError, FieldName } from '../../exchange/form/exchangeModel.ts';
import type { ClaimPhase, ClaimStep } from '../claimModel.ts';

type FailedPhase = Extract<ClaimPhase, { phase: 'failed' }>;

/** Codes that only other sums or another pair can answer. */
const FORM_STEP_CODES = new Set([
  'reserve_short',
  'reserve_empty',
  'direction_closed',
  'pair_unknown',
  'currency_unknown',
  'city_unknown',
  'rate_stale',
  'rate_jump',
  'amount_min',
  'amount_max',
]);

/** Name of a body's field → name of the form's field; null for what has no field. */
function toFieldName(name: string): FieldName | 'fromSumma' | 'toSumma' | null {
  const requisite = /^(from|to)Requisites\.(.+)$/.exec(name);
  if (requisite) return `${requisite[1] as 'from' | 'to'}.${requisite[2] ?? ''}`;
  return name === 'email' || name === 'promocode' || name === 'fromSumma' || name === 'toSumma' ? name : null;
}

/** The changed course when that is the refusal. */
export function parseCourseChanged(error: unknown): CourseChanged | null {
  if (!(error instanceof ApiError) || error.code !== 'course_changed') return null;
  const parsed = v.safeParse(CourseChanged, error.body);
  return parsed.success ? parsed.output : null;
}

/** What the person sees of a failure, and what to put beside the fields. */
export function toFailedPhase(error: unknown): {
  phase: FailedPhase;
  errors: Partial<Record<FieldName, FieldError>>;
} {
  const apiError = error instanceof ApiError ? error : null;
  const errors: Partial<Record<FieldName, FieldError>> = {};
  let firstError: { field: NonNullable<FailedPhase['field']>; code: string } | null = null;
  for (const name of Object.keys(apiError?.fields ?? {})) {
    const field = toFieldName(name);
    const code = apiError?.codes[name] ?? 'body_invalid';
    if (!field) continue;
    firstError ??= { field, code };
    if (field !== 'fromSumma' && field !== 'toSumma') errors[field] = { code };
  }
  // A refusal of the body as a whole, or of a field that has no place in the form.
  const code = firstError?.code ?? Object.values(apiError?.codes ?? {})[0] ?? toErrorCode(error);
  const isAmountField = firstError?.field === 'fromSumma' || firstError?.field === 'toSumma';
  const returnTo: ClaimStep =
    isAmountField || FORM_STEP_CODES.has(code) ? 'form' : firstError ? 'requisites' : 'confirm';
  const phase: FailedPhase = { phase: 'failed', code, returnTo };
  if (firstError) phase.field = firstError.field;
  if (apiError?.limit != null) phase.limit = apiError.limit;
  if (apiError?.retryAfter != null) phase.retryAfter = apiError.retryAfter;
  return { phase, errors };
}
