import { parseAccountLetter } from '#server/accounts/accountMail.ts';
import { deriveMailSecret, isClaimSecretRetired } from '#server/exchange/claims/claimSecret.ts';
import type { ServerContext } from '../context.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import { wantsNews } from '../newsletter/newsSubscribers.ts';
import { deriveUnsubscribeToken, getUnsubscribePaths } from '../newsletter/unsubscribe.ts';
import { buildClaimMailFacts, type MailClaim } from './claimMailFacts.ts';
import type { LeasedMail } from './leaseMail.ts';
import type { MailMessage } from '#server/platform/mail/mailTransport.ts';
import type { AccountMailText } from './text/accountMailText.ts';
import { composeAccountMail } from './text/composeAccountMail.ts';
import { composeClaimMail } from './text/composeClaimMail.ts';
import { renderAccountHtml, renderAccountText } from './text/renderAccountMail.ts';

type ComposeContext = Pick<ServerContext, 'catalogue' | 'config' | 'db' | 'keys' | 'now'>;

/** An e-mail to send, and its stored text, which omits the link. */
export interface ComposedMessage {
  message: MailMessage;
  storedText: string;
}

/** Composes a leased e-mail. Null if it is no longer needed. Throws if its claim is not among `claims`. */
export async function composeMessage(
  context: ComposeContext,
  letter: LeasedMail,
  claims: ReadonlyMap<string, MailClaim>,
): Promise<ComposedMessage | null> {
  if (letter.claim_id === null) return composeAccountMessage(context, letter);
  const mailClaim = claims.get(letter.claim_id);
  if (!mailClaim) throw new Error('the claim of an e-mail is missing');
  if (mailClaim.isMuted) return null;
  const mail = composeClaimMail(await buildClaimMailFacts(context, letter, mailClaim));
  if (!mail) return null;
  const { subject, nextStep, linkLabel, details } = mail;
  return {
    message: {
      ...buildEnvelope(context, letter),
      subject,
      text: `${nextStep}\n\n${linkLabel}\n${buildClaimUrl(context, mailClaim.claim)}\n\n${details}\n`,
    },
    storedText: `${nextStep}\n\n${details}`,
  };
}

async function composeAccountMessage(
  context: ComposeContext,
  row: LeasedMail,
): Promise<ComposedMessage | null> {
  const letter = parseAccountLetter(row);
  const { publicOrigin } = context.config;
  if (letter.kind === 'news' && !(await wantsNews(context.db, letter.userId, row.recipient))) return null;
  const mail = composeAccountMail({ letter, at: Number(row.at), publicOrigin, keys: context.keys });
  const envelope = buildEnvelope(context, row);
  return {
    message: {
      ...envelope,
      ...(letter.kind === 'news' && {
        headers: { ...envelope.headers, ...buildUnsubscribeHeaders(context, letter.userId, Number(row.at)) },
      }),
      subject: mail.subject,
      text: `${renderAccountText(mail)}\n`,
      html: renderAccountHtml(mail),
      ...buildSecretLine(mail),
    },
    storedText: renderAccountText(mail, { withLink: false }),
  };
}

/** Returns the code of a letter, or its link if that has a token. */
function buildSecretLine({ code, linkLabel, url }: AccountMailText): Pick<MailMessage, 'secretLine'> {
  if (code !== undefined) return { secretLine: `Код: ${code}` };
  return url.includes('#') ? { secretLine: `${linkLabel}: ${url}` } : {};
}

/** Builds the headers for the unsubscribe button of mail programs (RFC 8058). */
function buildUnsubscribeHeaders({ config, keys }: ComposeContext, userId: string, at: number) {
  const { api } = getUnsubscribePaths(deriveUnsubscribeToken(keys, { userId, at }));
  return {
    'List-Unsubscribe': `<${config.publicOrigin}${api}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** Builds the headers of an e-mail. The Message-ID is the same in all attempts. */
function buildEnvelope({ config: { publicOrigin, mail } }: ComposeContext, letter: LeasedMail) {
  return {
    from: mail.from,
    to: letter.recipient,
    messageId: `<${letter.message_id}@${new URL(publicOrigin).hostname}>`,
    date: new Date(Number(letter.at)),
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

/** Builds the link to a claim. If it can still be derived, its fragment is a secret that only e-mails contain. */
function buildClaimUrl({ config, keys }: ComposeContext, claim: ClaimRow): string {
  const url = `${config.publicOrigin}/claim/${claim.id}`;
  return isClaimSecretRetired(keys, claim) ? url : `${url}#${deriveMailSecret(keys, claim)}`;
}
