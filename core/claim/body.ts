import { REFFERAL, type ClaimCreate } from '../contract/claim.ts';
import type { Exchange } from '../exchange/model.ts';
import type { Job } from './kept.ts';
import type { Terms } from './model.ts';

/** What a claim is made of apart from key and tab. */
export type Draft = Pick<Job, 'facts' | 'course'> & { body: ClaimCreate };

/** The sums as they are on screen, with the quote they were counted with. */
export interface Offered extends Terms {
  quote: string | null;
}

/** The terms on screen now; null while there is no course. */
export function offered(exchange: Exchange): Offered | null {
  const terms = exchange.wire();
  return terms && { ...terms, quote: exchange.pair.peek()?.quote ?? null };
}

/** Whether both say the same sums; a course that moved beyond the last digit of both changes nothing for anybody. */
export function same(a: Terms, b: Terms): boolean {
  return a.fromSumma === b.fromSumma && a.toSumma === b.toSumma;
}

/** What a link or a page gave as the referral; null when it can be none: no claim fails for that. */
function referral(text: string | null): string | null {
  const trimmed = text?.trim() ?? '';
  return REFFERAL.test(trimmed) ? trimmed : null;
}

/** The claim's body from the form; null without a pair. Rejects when a field's rules cannot be loaded. */
export async function build(
  exchange: Exchange,
  terms: Offered,
  saveRequisites: boolean,
): Promise<Draft | null> {
  const [from, to, city] = [exchange.from.peek(), exchange.to.peek(), exchange.city.peek()];
  if (!from || !to) return null;
  const { draft } = exchange;
  const promo = draft.promocode.peek();
  const decided = {
    fromPs: from.id,
    toPs: to.id,
    email: draft.email.peek().trim(),
    withVerificationCourse: exchange.courseType.peek() === 'verification',
    refferal: referral(exchange.refferal),
    promocode: promo.state === 'applied' ? promo.text : null,
    saveRequisites,
    city: city?.code ?? null,
  };
  const typed = exchange.typed.peek();
  const requisites = await draft.requisites();
  const fields = { fromRequisites: requisites.from, toRequisites: requisites.to };
  const facts = JSON.stringify({ ...decided, ...fields, typed: typed && [typed.side, typed.value] });
  const { fromSumma, toSumma, quote, course } = terms;
  return { facts, course, body: { ...decided, ...fields, fromSumma, toSumma, quote } };
}
