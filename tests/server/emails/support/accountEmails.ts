import { enqueueAccountEmail, type AccountEmail } from '#server/accounts/accountEmail.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import type { TestServer } from '../../../support/testServer.ts';

export const EMAIL_RECIPIENT = 'ivan.petrov@mail.example';

export const DEVICE = { device: 'Firefox на Windows', network: '203.0.113.0/24' };

const ORIGIN = { ...DEVICE, at: Date.UTC(2026, 10, 21, 9) };

const WITHDRAWAL = {
  summa: '50,50\u00a0$',
  payout: '49,00\u00a0USDT',
  requisite: 'Tether USDT TXdem…k9Qz3',
};

const REMOVED_KEY = { kind: 'shop_key', name: 'Касса', hint: 'rz_live_…AbC123' } as const;

/** One e-mail of each kind. */
export const ACCOUNT_EMAILS = [
  { kind: 'activate', signupId: 'c4e7a1f2-0000-4000-8000-000000000001', origin: ORIGIN },
  { kind: 'already_registered', origin: ORIGIN },
  { kind: 'restore', tokenId: 'c4e7a1f2-0000-4000-8000-000000000002' },
  { kind: 'password_changed', removed: [REMOVED_KEY], ...DEVICE },
  { kind: 'new_device', ...DEVICE },
  { kind: 'sessions_revoked', reason: 'token_reused', ...DEVICE },
  { kind: 'register_again', origin: ORIGIN },
  { kind: 'email_code', changeId: 'c4e7a1f2-0000-4000-8000-000000000003' },
  { kind: 'email_taken' },
  { kind: 'email_changing', email: 'n•••@mail.example', ...DEVICE },
  { kind: 'email_changed', email: 'n•••@mail.example', ...DEVICE },
  { kind: 'account_stopped', email: 'i•••@mail.example', removed: [REMOVED_KEY], ...DEVICE },
  { kind: 'deletion_planned', dueAt: Date.UTC(2026, 10, 28, 12), ...DEVICE },
  { kind: 'deletion_cancelled', ...DEVICE },
  { kind: 'second_factor_added', ...DEVICE },
  { kind: 'second_factor_removed', ...DEVICE },
  { kind: 'recovery_codes_renewed', ...DEVICE },
  { kind: 'recovery_code_used', left: 9, ...DEVICE },
  { kind: 'requisite_added', requisite: 'Сбербанк 2202\u00a0••••\u00a04417', ...DEVICE },
  { kind: 'passkey_added', ...DEVICE },
  { kind: 'passkey_removed', ...DEVICE },
  { kind: 'shop_key_created', key: 'Касса …AbC123', ...DEVICE },
  { kind: 'webhook_added', url: 'https://shop.example/hook', ...DEVICE },
  { kind: 'webhook_changed', url: 'https://shop.example/hook', changes: ['url', 'secret'], ...DEVICE },
  { kind: 'webhook_off', url: 'https://shop.example/hook', reason: 'failing' },
  { kind: 'withdrawal_created', ...WITHDRAWAL, outcome: '', ...DEVICE },
  { kind: 'withdrawal_paid', ...WITHDRAWAL, outcome: '9f86d081', ...DEVICE },
  { kind: 'withdrawal_cancelled', ...WITHDRAWAL, outcome: 'Кошелёк закрыт', ...DEVICE },
  { kind: 'card_expiring', card: '2202\u00a0••••\u00a04417', expiresAt: Date.UTC(2026, 11, 21, 12) },
  { kind: 'card_approved', card: '2202\u00a0••••\u00a04417', expiresAt: Date.UTC(2027, 10, 21, 12) },
  {
    kind: 'card_rejected',
    card: '2202\u00a0••••\u00a04417',
    reason: 'Не видно номера',
    path: '/account/cards',
  },
  { kind: 'staff_changed', member: 'anna@mail.example', role: 'cashier', by: 'root', isOwn: false },
  { kind: 'account_deleted' },
  {
    kind: 'course_alert',
    alertId: 'c4e7a1f2-0000-4000-8000-000000000010',
    pair: 'USDT\u00a0TRC20 на\u00a0Сбербанк',
    price: '1\u00a0USDT = 85\u00a0₽',
    course: '1\u00a0USDT = 81,42\u00a0₽',
  },
  {
    kind: 'course_reached',
    alertId: 'c4e7a1f2-0000-4000-8000-000000000010',
    from: 'USDTTRC20',
    to: 'SBERRUB',
    pair: 'USDT\u00a0TRC20 на\u00a0Сбербанк',
    price: '1\u00a0USDT = 85\u00a0₽',
    course: '1\u00a0USDT = 85,02\u00a0₽',
  },
  {
    kind: 'refund_named',
    claimId: 'c4e7a1f2-0000-4000-8000-000000000009',
    number: '7K4QPZ',
    summa: '1\u00a0000,00\u00a0₽',
    destination: '4276\u00a0••••\u00a00019',
    ...DEVICE,
  },
] as const satisfies readonly AccountEmail[];

/** Adds e-mails to the outbox of a test server, all of this moment. */
export async function enqueueEmails(
  { context: { db }, now }: TestServer,
  emails: readonly AccountEmail[],
  recipient = EMAIL_RECIPIENT,
): Promise<void> {
  await runInTransaction(db, async trx => {
    for (const message of emails) await enqueueAccountEmail(trx, { recipient, message, at: BigInt(now()) });
  });
}

/** Decodes an e-mail of two parts, text and HTML, as a mail program does. */
export function decodeParts(raw: string): { headers: string; text: string; html: string } {
  const [headers = '', ...rest] = raw.split('\r\n\r\n');
  const boundary = /boundary="([^"]+)"/.exec(headers)?.[1] ?? '';
  const parts = rest.join('\r\n\r\n').split(`--${boundary}`).slice(1, -1).map(decodePart);
  const find = (type: string) => parts.find(part => part.head.includes(`Content-Type: ${type};`))?.body ?? '';
  return { headers, text: find('text/plain'), html: find('text/html') };
}

function decodePart(part: string): { head: string; body: string } {
  const [head = '', ...lines] = part.split('\r\n\r\n');
  const body = lines.join('\r\n\r\n');
  if (/^Content-Transfer-Encoding: base64/im.test(head))
    return { head, body: Buffer.from(body, 'base64').toString() };
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return { head, body: Buffer.from(bytes, 'latin1').toString() };
}
