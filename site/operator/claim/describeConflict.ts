import * as v from 'valibot';
import { formatAccountMessage } from '#core/accountMessages.ts';
import type { ApiError } from '#core/api/apiError.ts';
import { ClaimConflict } from '#core/contract/operator/claimChanges.ts';
import { getStatusLabel } from '../../claim/claimStatusText.ts';
import { formatDateTime } from '../../claim/formatDateTime.ts';

/** Says who was faster, and what the claim is now; null for an error of another kind. Without a final full stop. */
export function describeConflict(error: ApiError | null): string | null {
  const parsed = v.safeParse(ClaimConflict, error?.status === 409 ? error.body : null);
  if (!parsed.success) return null;
  const { code, by, at, status } = parsed.output;
  const facts = [by, at && formatDateTime(at), status && `теперь «${getStatusLabel(status)}»`].filter(
    Boolean,
  );
  return [formatAccountMessage<string>(code), ...(facts.length > 0 ? [facts.join(', ')] : [])].join(': ');
}
