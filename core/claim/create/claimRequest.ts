import { type ClaimSide } from '../../contract/claim.ts';
import { REFERRAL_PATTERN } from '../../contract/claim/claimCreate.ts';
import type { CurrencyItem } from '../../contract/calculator.ts';
import type { ExchangeModel } from '../../exchange/form/exchangeModel.ts';
import type { StoredReferral } from '../../referral/storedReferral.ts';
import type { PendingCreation } from '../claimStorage.ts';
import type { QuotedTerms } from './quotedTerms.ts';

/** A creation without its key: the person's input as JSON (`facts`), the displayed course, the body. */
export type ClaimRequestDraft = Omit<PendingCreation, 'key'>;

/** The referral of a link or a page; null if it is malformed, because the server would refuse the claim. */
function parseReferral(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  return REFERRAL_PATTERN.test(trimmed) ? trimmed : null;
}

/** Data of a request besides the form. */
interface RequestExtras {
  /** Id of the tab that creates the claim. */
  tab: string;
  saveRequisites: boolean;
  /** The link that was opened last in this browser. */
  storedReferral: StoredReferral | null;
}

/** A currency as the side of a claim. */
const describeSide = ({ code, name, ticker, network, kind, icon, decimals }: CurrencyItem): ClaimSide => ({
  code,
  name,
  currency: ticker,
  network,
  kind,
  icon,
  decimals,
});

/** Builds the request from the form; null without a pair. Rejects if the validators of a field cannot be loaded. */
export async function buildClaimRequest(
  exchange: ExchangeModel,
  terms: QuotedTerms,
  { tab, saveRequisites, storedReferral }: RequestExtras,
): Promise<ClaimRequestDraft | null> {
  const [from, to, city] = [exchange.from.peek(), exchange.to.peek(), exchange.city.peek()];
  if (!from || !to) return null;
  const { draft } = exchange;
  const promocode = draft.promocode.peek();
  const refferal = parseReferral(exchange.referral) ?? parseReferral(storedReferral?.refferal);
  const decisions = {
    fromPs: from.id,
    toPs: to.id,
    email: draft.email.peek().trim(),
    withVerificationCourse: exchange.courseType.peek() === 'verification',
    refferal,
    promocode: promocode.state === 'applied' ? promocode.text : null,
    saveRequisites,
    city: city?.code ?? null,
  };
  const typed = exchange.typedAmount.peek();
  const requisites = await draft.getRequisites();
  const fields = { fromRequisites: requisites.from, toRequisites: requisites.to };
  const facts = JSON.stringify({ ...decisions, ...fields, typed: typed && [typed.side, typed.value] });
  const { fromSumma, toSumma, quote, course } = terms;
  // Only a backend with quotes accepts the source.
  const source = quote !== null && storedReferral?.refferal === refferal ? storedReferral.source : null;
  const body = { ...decisions, ...fields, fromSumma, toSumma, quote, ...(source && { source }) };
  return { facts, tab, course, body, sides: { from: describeSide(from), to: describeSide(to) } };
}
