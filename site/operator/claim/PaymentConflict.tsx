import * as v from 'valibot';
import { ApiError } from '#core/api/apiError.ts';
import { ClaimConflict } from '#core/contract/operator/claimChanges.ts';
import type { ClaimReference } from '#core/contract/operator/claims.ts';
import { ClaimLink } from '../ClaimLink.tsx';

/** Texts before the number of a claim, by code of the refusal of a payment. */
const CLAIM_TEXTS: Readonly<Record<string, string>> = {
  reference_used: 'Записан по заявке',
  payment_similar: 'Похожий записан по заявке',
  transaction_similar: 'Похожий записан по заявке',
  payment_expected: 'Сумму ждёт заявка',
};

/** Refusals that a person may overrule with `force`. */
export const FORCEABLE_CODES: readonly string[] = [
  'payment_similar',
  'transaction_similar',
  'payment_expected',
  'payment_far',
];

/** The claim that has a refused payment, or expects its amount; null for another error. */
export function findConflictClaim(error: unknown): ClaimReference | null {
  const parsed = v.safeParse(ClaimConflict, error instanceof ApiError ? error.body : null);
  if (!parsed.success) return null;
  const { claim: publicNumber, claimId: id } = parsed.output;
  return id !== undefined && publicNumber !== undefined ? { id, publicNumber } : null;
}

/** Leads to the claim of a refusal with this code. */
export const PaymentConflict = ({ code, claim }: { code: string; claim: ClaimReference }) => (
  <p>
    {CLAIM_TEXTS[code]} <ClaimLink claim={claim} />
  </p>
);
