import * as v from 'valibot';
import { ApiError } from '#core/api/apiError.ts';
import { ClaimConflict } from '#core/contract/operator/claimChanges.ts';
import { formatStaffMessage } from '#core/staffMessages.ts';
import { getStatusLabel } from '../../claim/claimStatusText.ts';
import { formatDateTime } from '../../claim/formatDateTime.ts';

/** Refusals because somebody else was faster. What they are about is loaded again, and may not be on the page any more. */
const CONFLICT_CODES: readonly string[] = [
  'claim_changed',
  'claim_taken',
  'payment_gone',
  'payment_final',
  'verification_state',
  'staff_changed',
  'value_changed',
];

/** Describes who was faster, and what the claim is now; null for another error. Without a final full stop. */
export function describeConflict(error: unknown): string | null {
  if (!(error instanceof ApiError) || !CONFLICT_CODES.includes(error.code)) return null;
  const parsed = v.safeParse(ClaimConflict, error.body);
  return parsed.success ? describeChange(parsed.output) : null;
}

/** Describes a change by somebody else. */
export function describeChange({ code, by, at, status }: ClaimConflict): string {
  const facts = [by, at && formatDateTime(at), status && `теперь «${getStatusLabel(status)}»`].filter(
    Boolean,
  );
  return [formatStaffMessage(code), ...(facts.length > 0 ? [facts.join(', ')] : [])].join(': ');
}
