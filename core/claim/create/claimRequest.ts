import { REFERRAL_PATTERN, type ClaimCreate } from '../../contract/claim.ts';
import type { ExchangeModel } from '../../exchange/form/exchangeModel.ts';
import type { PendingCreation } from '../claimStorage.ts';
import type { ClaimTerms } from '../claimModel.ts';

/** What a claim is made of apart from key and tab. */
export type ClaimRequestDraft = Pick<PendingCreation, 'facts' | 'course'> & { body: ClaimCreate };

/** The sums as they are on screen, with the quote they were counted with. */
export interface QuotedTerms extends ClaimTerms {
  quote: string | null;
}

/** The terms on screen now; null while there is no course. */
export function getCurrentTerms(exchange: ExchangeModel): QuotedTerms | null {
  const terms = exchange.toPayload();
  return terms && { ...terms, quote: exchange.pair.peek()?.quote ?? null };
}

/** Whether both say the same sums; a course that moved beyond the last digit of both changes nothing for anybody. */
export function haveSameAmounts(a: ClaimTerms, b: ClaimTerms): boolean {
  return a.fromSumma === b.fromSumma && a.toSumma === b.toSumma;
}

/** What a link or a page gave as the referral; null when it can be none: no claim fails for that. */
function parseReferral(text: string | null): string | null {
  const trimmed = text?.trim() ?? '';
  return REFERRAL_PATTERN.test(trimmed) ? trimmed : null;
}

/** The claim's body from the form; null without a pair. Rejects when a field's rules cannot be loaded. */
export async function buildClaimRequest(
  exchange: ExchangeModel,
  terms: QuotedTerms,
  saveRequisites: boolean,
): Promise<ClaimRequestDraft | null> {
  const [from, to, city] = [exchange.from.peek(), exchange.to.peek(), exchange.city.peek()];
  if (!from || !to) return null;
  const { draft } = exchange;
  const promocode = draft.promocode.peek();
  const decisions = {
    fromPs: from.id,
    toPs: to.id,
    email: draft.email.peek().trim(),
    withVerificationCourse: exchange.courseType.peek() === 'verification',
    refferal: parseReferral(exchange.referral),
    promocode: promocode.state === 'applied' ? promocode.text : null,
    saveRequisites,
    city: city?.code ?? null,
  };
  const typed = exchange.typedAmount.peek();
  const requisites = await draft.getRequisites();
  const fields = { fromRequisites: requisites.from, toRequisites: requisites.to };
  const facts = JSON.stringify({ ...decisions, ...fields, typed: typed && [typed.side, typed.value] });
  const { fromSumma, toSumma, quote, course } = terms;
  return { facts, course, body: { ...decisions, ...fields, fromSumma, toSumma, quote } };
}
