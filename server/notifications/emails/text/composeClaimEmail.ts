import { isClosedStatus, type ClaimStatusCode } from '#core/claim/status.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { ClaimEmailFacts } from '../claimEmailFacts.ts';
import type { ClaimEmailText } from './claimEmailText.ts';
import {
  composeCancelledText,
  composeCompletedText,
  composeExpiredText,
  composePayoutText,
  composeRefundedText,
  composeRefundingText,
  composeRejectedText,
} from './closedTexts.ts';
import { composeHoldText } from './holdTexts.ts';
import { composePaymentText, composeProgressText, composeVerificationText } from './paymentTexts.ts';

/** An e-mail without the link to the claim, which is added on delivery. Plain text in Russian. */
export interface ComposedEmail {
  subject: string;
  /** The next step of the client and its reason: the preview below the subject in an inbox. */
  nextStep: string;
  /** The line above the link. */
  linkLabel: string;
  /** The claim's amounts, below the link. */
  details: string;
}

/** For a recipient who has not opened a link yet: the address may belong to somebody else. */
const AWAITED_CONFIRMATION_TEXT =
  'Чтобы получать следующие письма о заявке, откройте её по ссылке. Если вы её не создавали, ничего не делайте: писем о ней больше не будет.';

/**
 * The text for each status that may need an e-mail: the client has to act, or the claim has ended. All others are
 * intermediate. Null: the client has nothing to do.
 */
const STATUS_TEXTS: Partial<Record<ClaimStatusCode, (facts: ClaimEmailFacts) => ClaimEmailText | null>> = {
  verification: composeVerificationText,
  requisites: () => null,
  waiting: composePaymentText,
  hold: composeHoldText,
  payout: composePayoutText,
  refunding: composeRefundingText,
  completed: composeCompletedText,
  refunded: composeRefundedText,
  rejected: composeRejectedText,
  expired: composeExpiredText,
  cancelled: composeCancelledText,
};

/**
 * Whether a claim's change to this status may need an e-mail. The state at delivery decides whether it is sent. A
 * transfer needs no action of the client, but cash (`city`) has to be collected.
 */
export function needsEmail(status: ClaimStatusCode, { city }: Pick<ClaimRow, 'city'>): boolean {
  return status in STATUS_TEXTS && (status !== 'payout' || city !== null);
}

/**
 * Composes the e-mail about a claim's current state. Null if the client needs none: the status has changed again, or
 * the client made the change. The first e-mail of an open claim is never dropped: it contains the link to the claim.
 */
export function composeClaimEmail(facts: ClaimEmailFacts): ComposedEmail | null {
  const text = composeText(facts);
  if (!text) return null;
  const { demo, number } = facts.claim;
  const paragraphs = [
    text.amounts.join('\n'),
    ...(text.outlook ? [text.outlook] : []),
    ...(facts.awaitsConfirmation && !isClosedStatus(facts.claim.status) ? [AWAITED_CONFIRMATION_TEXT] : []),
    ...(demo ? ['Это демонстрация: не платите. Деньги не переводятся, статусы меняются сами.'] : []),
  ];
  return {
    subject: `Заявка ${number}: ${text.headline}`,
    nextStep: text.nextStep,
    linkLabel: `Открыть заявку ${number}:`,
    details: paragraphs.join('\n\n'),
  };
}

function composeText(facts: ClaimEmailFacts): ClaimEmailText | null {
  const { status } = facts.claim;
  // The expiry sends a separate e-mail.
  if (facts.isOverdue) return null;
  const text = STATUS_TEXTS[status]?.(facts);
  return text ?? (facts.isFirst && !isClosedStatus(status) ? composeProgressText(facts) : null);
}
