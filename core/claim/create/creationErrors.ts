import * as v from 'valibot';
import { ApiError } from '../../api/apiError.ts';
import { toErrorDetails } from '../../api/errorDetails.ts';
import { ChangedTerms } from '../../contract/claim/claimCreate.ts';
import type { FieldError, FieldName } from '../../exchange/form/exchangeModel.ts';
import type { ClaimPhase, ClaimStep } from '../claimModel.ts';

/** The phase after a refusal. */
export type FailedPhase = Extract<ClaimPhase, { phase: 'failed' }>;

/** Codes that only other amounts or another pair can resolve. */
const FORM_STEP_CODES = new Set([
  'reserve_short',
  'reserve_empty',
  'direction_closed',
  'pair_unknown',
  'currency_unknown',
  'city_unknown',
  'rate_stale',
  'rate_jump',
  'requisites_busy',
  'amount_min',
  'amount_max',
]);

/** Codes of failures that may be over at the next attempt. */
const TRANSIENT_CODES = new Set([
  'network',
  'timeout',
  'server_error',
  'too_many_requests',
  'overloaded',
  'database_unavailable',
  'maintenance',
  // The session has ended: the next attempt is a guest's.
  'token_not_valid',
  // The visitor has closed the dialog for the proof of identity.
  'confirm_required',
]);

/** Whether the same creation can be tried again, without a change of the input. */
export function isCreationRetryable({ code, returnTo }: FailedPhase): boolean {
  return returnTo === 'confirm' && TRANSIENT_CODES.has(code);
}

/** Name of a request field → name of the form's field; null if the form has none. */
function toFieldName(name: string): FieldName | 'fromSumma' | 'toSumma' | null {
  const requisite = /^(from|to)Requisites\.(.+)$/.exec(name);
  if (requisite) return `${requisite[1] as 'from' | 'to'}.${requisite[2] ?? ''}`;
  return name === 'email' || name === 'promocode' || name === 'fromSumma' || name === 'toSumma' ? name : null;
}

/** The new terms of a refusal that offers some. */
export function parseChangedTerms(error: unknown): ChangedTerms | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const parsed = v.safeParse(ChangedTerms, error.body);
  return parsed.success ? parsed.output : null;
}

/** The phase that shows a refused creation, and the errors of its form fields. */
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
  // Without a form field: the code of another field, or of the whole request.
  const code = firstError?.code ?? toErrorDetails(error).code;
  const isAmountField = firstError?.field === 'fromSumma' || firstError?.field === 'toSumma';
  const returnTo: ClaimStep =
    isAmountField || FORM_STEP_CODES.has(code) ? 'form' : firstError ? 'requisites' : 'confirm';
  const phase: FailedPhase = { phase: 'failed', code, returnTo };
  if (firstError) phase.field = firstError.field;
  if (apiError?.limit != null) phase.limit = apiError.limit;
  if (apiError?.retryAfter != null) phase.retryAfter = apiError.retryAfter;
  return { phase, errors };
}
