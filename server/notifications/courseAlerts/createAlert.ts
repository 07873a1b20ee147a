import { randomUUID } from 'node:crypto';
import { ALERT_LINK_LIFETIME, type CourseAlertRequest } from '#core/contract/course/courseAlert.ts';
import { isNonZero, trimTrailingZeros } from '#core/exchange/amount.ts';
import type { AccountContext } from '#server/accounts/accountContext.ts';
import { checkLimit } from '#server/platform/limits/checkLimit.ts';
import { checkCaptcha } from '#server/platform/captchaVerifier.ts';
import { parseEmail } from '#server/accounts/accountFields.ts';
import { enqueueAccountEmail } from '#server/accounts/accountEmail.ts';
import type { CourseAlertRow } from '#server/platform/database/serverRows.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { createFieldProblem, createProblem } from '#server/platform/http/problem.ts';
import { getMailboxEmailLimit } from '../emails/emailLimits.ts';
import { getMailbox, getMailboxLock } from '#server/platform/email/mailboxes.ts';
import { findOpenCourse, isExchangeablePair } from '#server/exchange/courses/pricing.ts';
import { getAlertMessageId } from './alertEmails.ts';
import { compareToPrice, formatAlertCourse, formatAlertPair, formatAlertPrice } from './alertPrice.ts';
import { checkAlertLimit, countUnconfirmed, loadWaitingAlerts } from './waitingAlerts.ts';

const LINK_LIFETIME_MS = ALERT_LINK_LIFETIME.hours * 3_600_000;

/**
 * Stores an unconfirmed alert and the e-mail with its confirmation link. A repeated alert, confirmed or not, gets the
 * same response without a second e-mail. The same applies if the mailbox has as many unconfirmed alerts as e-mails
 * allowed in a day: strangers may have caused them, and another e-mail would not be sent. `networkPrefix`: the network
 * of the request in the form of e-mails.
 */
export async function createAlert(
  context: AccountContext,
  request: CourseAlertRequest,
  networkPrefix: string,
): Promise<void> {
  const { alert, texts } = prepareAlert(context, request);
  const mailbox = getMailbox(alert.email);
  await checkCaptcha(context, request.recaptcha);
  await checkLimit(context, 'alertEmail', `${mailbox} ${networkPrefix}`);
  await runInTransaction(
    context.db,
    async trx => {
      const waiting = await loadWaitingAlerts(context, trx, { mailbox, at: alert.created_at });
      const isSame = (other: CourseAlertRow) =>
        (['from_id', 'to_id', 'price_of', 'price', 'direction'] as const).every(
          name => other[name] === alert[name],
        );
      if (waiting.some(isSame)) return;
      checkAlertLimit(waiting);
      if (countUnconfirmed(waiting) >= getMailboxEmailLimit(context.config.limits)) return;
      await trx.insertInto('course_alerts').values(alert).execute();
      const message = { kind: 'course_alert', alertId: alert.id, ...texts } as const;
      const messageId = getAlertMessageId(alert.id, 'course_alert');
      await enqueueAccountEmail(trx, { recipient: alert.email, message, at: alert.created_at, messageId });
    },
    [getMailboxLock(mailbox)],
  );
}

/** The row of an alert, and the data of its e-mail: the pair, the price and the present course. */
interface PreparedAlert {
  alert: CourseAlertRow;
  texts: { pair: string; price: string; course: string };
}

/** Checks a request. The direction follows from the present course. */
function prepareAlert(context: AccountContext, request: CourseAlertRequest): PreparedAlert {
  const { catalogue, keys, now } = context;
  const [from, to] = [catalogue.findCurrencyByCode(request.from), catalogue.findCurrencyByCode(request.to)];
  if (!from || !to) throw createProblem(404, 'currency_unknown');
  if (!isExchangeablePair(from, to)) throw createProblem(404, 'pair_unknown');
  const price = trimTrailingZeros(request.price).replace(/^0+(?=\d)/, '');
  const email = parseEmail(request.email, isNonZero(price) ? {} : { price: { code: 'number_format' } });
  const course = findOpenCourse(context, from.id, to.id);
  if (course === null) throw createProblem(409, 'direction_closed');
  const wanted = { priceOf: request.priceOf, price };
  const order = compareToPrice(course, wanted);
  if (order === 0) throw createFieldProblem({ price: { code: 'price_reached' } });
  const at = BigInt(now());
  return {
    alert: {
      id: randomUUID(),
      from_id: BigInt(from.id),
      to_id: BigInt(to.id),
      price_of: request.priceOf,
      price,
      direction: order < 0 ? 'up' : 'down',
      email,
      mailbox_hash: keys.hash('mailbox', getMailbox(email)),
      created_at: at,
      confirmed_at: null,
      reached_at: null,
      expires_at: at + BigInt(LINK_LIFETIME_MS),
    },
    texts: {
      pair: formatAlertPair(from, to),
      price: formatAlertPrice(from, to, wanted),
      course: formatAlertCourse(course, from, to, request.priceOf),
    },
  };
}
