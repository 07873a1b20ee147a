import * as v from 'valibot';
import { ApiError, code as codeOf } from '../api/error.ts';
import { CourseChanged } from '../contract/claim.ts';
import type { FieldError, FieldName } from '../exchange/model.ts';
import type { ClaimPhase, Step } from './model.ts';

type Failed = Extract<ClaimPhase, { phase: 'failed' }>;

/** Codes that only other sums or another pair can answer. */
const ofTheForm = new Set([
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
function fieldOf(name: string): FieldName | 'fromSumma' | 'toSumma' | null {
  const requisite = /^(from|to)Requisites\.(.+)$/.exec(name);
  if (requisite) return `${requisite[1] as 'from' | 'to'}.${requisite[2] ?? ''}`;
  return name === 'email' || name === 'promocode' || name === 'fromSumma' || name === 'toSumma' ? name : null;
}

/** The changed course when that is the refusal. */
export function changed(error: unknown): CourseChanged | null {
  if (!(error instanceof ApiError) || error.code !== 'course_changed') return null;
  const parsed = v.safeParse(CourseChanged, error.body);
  return parsed.success ? parsed.output : null;
}

/** What the person sees of a failure, and what to put beside the fields. */
export function failed(error: unknown): {
  phase: Failed;
  errors: Partial<Record<FieldName, FieldError>>;
} {
  const known = error instanceof ApiError ? error : null;
  const errors: Partial<Record<FieldName, FieldError>> = {};
  let first: { field: NonNullable<Failed['field']>; code: string } | null = null;
  for (const name of Object.keys(known?.fields ?? {})) {
    const field = fieldOf(name);
    const code = known?.codes[name] ?? 'body_invalid';
    if (!field) continue;
    first ??= { field, code };
    if (field !== 'fromSumma' && field !== 'toSumma') errors[field] = { code };
  }
  // A refusal of the body as a whole, or of a field that has no place in the form.
  const code = first?.code ?? Object.values(known?.codes ?? {})[0] ?? codeOf(error);
  const sums = first?.field === 'fromSumma' || first?.field === 'toSumma';
  const back: Step = sums || ofTheForm.has(code) ? 'form' : first ? 'requisites' : 'confirm';
  const phase: Failed = { phase: 'failed', code, back };
  if (first) phase.field = first.field;
  if (known?.limit != null) phase.limit = known.limit;
  if (known?.retryAfter != null) phase.retryAfter = known.retryAfter;
  return { phase, errors };
}
