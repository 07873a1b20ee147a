import * as v from 'valibot';
import { ApiError } from '#core/api/apiError.ts';
import { UndeliveredEmailRefusal } from '#core/contract/operator/undeliveredEmails.ts';
import { formatDateTime } from '../../claim/formatDateTime.ts';

/** Why an attempt failed: a reply of the mail server, which has three digits, or an error of the connection. */
export function describeFailure(failure: string): string {
  if (/^4\d\d$/.test(failure)) return `сервер почты пока не принимает: ${failure}`;
  if (/^5\d\d$/.test(failure)) return `сервер почты отказал: ${failure}`;
  return `ошибка отправки: ${failure}`;
}

const REFUSAL_TEXTS: Readonly<Record<v.InferOutput<typeof UndeliveredEmailRefusal>['code'], string>> = {
  email_sent: 'Письмо уже отправлено',
  email_expired: 'Ссылка в письме больше не действует: письмо можно только удалить',
  email_waiting: 'Письмо уже ждёт отправки',
  email_sending: 'Письмо, возможно, отправляется сейчас. Повторите через минуту',
  email_deleted: 'Письмо уже удалено',
};

/** Describes why an e-mail is unchanged, and who changed it; null for another error. Without a final full stop. */
export function describeEmailRefusal(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  // A newer e-mail about the claim has replaced it, or its time of storage is over.
  if (error.status === 404) return 'Этого письма больше нет';
  const parsed = v.safeParse(UndeliveredEmailRefusal, error.body);
  if (!parsed.success) return null;
  const { code, by, at } = parsed.output;
  const who = by !== null && at !== null ? ` (${by}, ${formatDateTime(at)})` : '';
  return REFUSAL_TEXTS[code] + who;
}
