import { applyTypography } from '#core/typography.ts';
import { parseAccountEmail } from '#server/accounts/accountEmail.ts';
import { deriveEmailSecret, isClaimSecretRetired } from '#server/exchange/claims/claimSecret.ts';
import type { ServerContext } from '../context.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import { wantsNews } from '../newsletter/newsSubscribers.ts';
import { deriveUnsubscribeToken, getUnsubscribePaths } from '../newsletter/unsubscribe.ts';
import { buildClaimEmailFacts, type EmailClaim } from './claimEmailFacts.ts';
import type { LeasedEmail } from './leaseEmail.ts';
import type { EmailMessage } from '#server/platform/email/emailTransport.ts';
import type { AccountEmailText, LinkedParagraph } from './text/accountEmailText.ts';
import { composeAccountEmail } from './text/composeAccountEmail.ts';
import { composeClaimEmail } from './text/composeClaimEmail.ts';
import { renderAccountHtml, renderAccountText } from './text/renderAccountEmail.ts';

/** An e-mail to send, and its stored text, which omits the link. */
export interface ComposedMessage {
  message: EmailMessage;
  storedText: string;
}

/** Composes a leased e-mail. Null if it is no longer needed. Throws if its claim is not among `claims`. */
export async function composeMessage(
  context: ServerContext,
  message: LeasedEmail,
  claims: ReadonlyMap<string, EmailClaim>,
): Promise<ComposedMessage | null> {
  if (message.claim_id === null) return composeAccountMessage(context, message);
  const emailClaim = claims.get(message.claim_id);
  if (!emailClaim) throw new Error('the claim of an e-mail is missing');
  if (emailClaim.isMuted) return null;
  const mail = composeClaimEmail(await buildClaimEmailFacts(context, message, emailClaim));
  if (!mail) return null;
  const [subject = '', nextStep = '', details = ''] = [mail.subject, mail.nextStep, mail.details].map(
    applyTypography,
  );
  return {
    message: {
      ...buildEnvelope(context, message),
      subject,
      text: `${nextStep}\n\n${mail.linkLabel}\n${buildClaimUrl(context, emailClaim.claim)}\n\n${details}\n`,
    },
    storedText: `${nextStep}\n\n${details}`,
  };
}

async function composeAccountMessage(
  context: ServerContext,
  row: LeasedEmail,
): Promise<ComposedMessage | null> {
  const message = parseAccountEmail(row);
  const { publicOrigin } = context.config;
  if (message.kind === 'news' && !(await wantsNews(context.db, message.userId, row.recipient))) return null;
  const mail = typeset(
    composeAccountEmail({ message, at: Number(row.at), publicOrigin, keys: context.keys }),
  );
  const envelope = buildEnvelope(context, row);
  return {
    message: {
      ...envelope,
      ...(message.kind === 'news' && {
        headers: { ...envelope.headers, ...buildUnsubscribeHeaders(context, message.userId, Number(row.at)) },
      }),
      subject: mail.subject,
      text: `${renderAccountText(mail)}\n`,
      html: renderAccountHtml(mail),
      ...buildSecretLine(mail),
    },
    storedText: renderAccountText(mail, { withLink: false }),
  };
}

/** Applies the typography to the texts of an e-mail, but not to its code and addresses. */
const typeset = (mail: AccountEmailText): AccountEmailText => ({
  ...mail,
  subject: applyTypography(mail.subject),
  nextStep: applyTypography(mail.nextStep),
  linkLabel: applyTypography(mail.linkLabel),
  details: mail.details.map(detail =>
    typeof detail === 'string' ? applyTypography(detail) : typesetParagraph(detail),
  ),
  ...(mail.unsubscribe && { unsubscribe: typesetParagraph(mail.unsubscribe) }),
});

const typesetParagraph = ({ text, url }: LinkedParagraph): LinkedParagraph => ({
  text: applyTypography(text),
  url,
});

/** Returns the code of an e-mail, or its link if that has a token. */
function buildSecretLine({ code, linkLabel, url }: AccountEmailText): Pick<EmailMessage, 'secretLine'> {
  if (code !== undefined) return { secretLine: `Код: ${code}` };
  return url.includes('#') ? { secretLine: `${linkLabel}: ${url}` } : {};
}

/** Builds the headers for the unsubscribe button of mail programs (RFC 8058). */
function buildUnsubscribeHeaders({ config, keys }: ServerContext, userId: string, at: number) {
  const { api } = getUnsubscribePaths(deriveUnsubscribeToken(keys, { userId, at }));
  return {
    'List-Unsubscribe': `<${config.publicOrigin}${api}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** Builds the headers of an e-mail. The Message-ID is the same in all attempts. */
function buildEnvelope({ config: { publicOrigin, mail } }: ServerContext, message: LeasedEmail) {
  return {
    from: mail.from,
    to: message.recipient,
    messageId: `<${message.message_id}@${new URL(publicOrigin).hostname}>`,
    date: new Date(Number(message.at)),
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

/** Builds the link to a claim. If it can still be derived, its fragment is a secret that only e-mails contain. */
function buildClaimUrl({ config, keys }: ServerContext, claim: ClaimRow): string {
  const url = `${config.publicOrigin}/claim/${claim.id}`;
  return isClaimSecretRetired(keys, claim) ? url : `${url}#${deriveEmailSecret(keys, claim)}`;
}
