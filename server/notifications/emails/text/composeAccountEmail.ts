import { EMAIL_CODE_LIFETIME_MINUTES } from '#core/contract/account/accountChanges.ts';
import { LINK_LIFETIMES } from '#core/contract/user.ts';
import {
  LINK_LIFETIMES_MS,
  type RemovedAccess,
  type StoredAccountEmail,
  type WebhookAccessChange,
} from '#server/accounts/accountEmail.ts';
import { deriveAccountCode, deriveAccountToken } from '#server/platform/keys/accountToken.ts';
import { deriveUnsubscribeToken, getUnsubscribePaths } from '../../newsletter/unsubscribe.ts';
import type { AccountEmailFacts, AccountEmailText } from './accountEmailText.ts';
import { composeAlertEmail } from './composeAlertEmail.ts';
import { composeRefundEmail } from './composeRefundEmail.ts';
import { composeStaffEmail } from './composeStaffEmail.ts';
import { composeAutoWithdrawalEnd, composeWebhookOff } from './composeSwitchedOff.ts';
import { formatLine, formatOrigin } from './formatLine.ts';
import { formatMoment, formatUntil } from '#server/platform/email/emailTimes.ts';
import { getSecurityText, type SecurityEmail } from './securityEmailTexts.ts';

/** Composes the e-mail about an event of an account. */
export function composeAccountEmail(facts: AccountEmailFacts): AccountEmailText {
  const { message, publicOrigin, keys } = facts;
  switch (message.kind) {
    case 'activate': {
      const token = deriveAccountToken(keys, 'activate', message.signupId);
      return {
        subject: 'Размен: подтвердите почту',
        nextStep: `Подтвердите почту, чтобы войти в аккаунт. Ссылка действует ${LINK_LIFETIMES.activate.text},${formatLinkEnd(facts, 'activate')}.`,
        linkLabel: 'Подтвердить почту',
        url: `${publicOrigin}/login#activate=${token}`,
        details: [
          formatOrigin(message.origin),
          'Если регистрировались вы, но не отсюда, тоже откройте ссылку и задайте новый пароль: он заменит тот, который указали здесь.',
          NO_SIGNUP_DETAIL,
        ],
      };
    }
    case 'already_registered':
      return composeAlreadyRegistered(facts, message);
    case 'register_again':
      return {
        subject: 'Размен: зарегистрируйтесь заново',
        nextStep:
          'Зарегистрируйтесь ещё раз: с этой почтой регистрировались несколько раз, и мы не знаем, какая попытка ваша.',
        linkLabel: 'Зарегистрироваться',
        url: `${publicOrigin}/register`,
        details: [formatOrigin(message.origin), NO_SIGNUP_DETAIL],
      };
    case 'restore': {
      const token = deriveAccountToken(keys, 'restore', message.tokenId);
      return {
        subject: 'Размен: новый пароль',
        nextStep: `Задайте новый пароль по ссылке. Она действует ${LINK_LIFETIMES.restore.text},${formatLinkEnd(facts, 'restore')}. Новый пароль завершит все сеансы: войдите с ним заново.`,
        linkLabel: 'Задать новый пароль',
        url: `${publicOrigin}/recover#token=${token}`,
        details: ['Если вы не просили новый пароль, ничего не делайте: прежний останется в силе.'],
      };
    }
    case 'email_code':
      return composeEmailCode(facts, deriveAccountCode(keys, message.changeId));
    case 'email_taken':
      return composeEmailTaken(facts);
    case 'account_deleted':
      return composeAccountDeleted(facts);
    case 'news':
      return composeNews(facts, message);
    case 'card_approved':
    case 'card_expiring':
    case 'card_rejected':
      return composeCardEmail(facts, message);
    case 'webhook_off':
      return composeWebhookOff(facts, message);
    case 'auto_withdrawal_ended':
      return composeAutoWithdrawalEnd(facts, message);
    case 'staff_changed':
      return composeStaffEmail(facts, message);
    case 'refund_named':
      return composeRefundEmail(facts, message);
    case 'course_alert':
    case 'course_reached':
      return composeAlertEmail(facts, message);
    default:
      return composeSecurityEmail(facts, message);
  }
}

/** Formats the expiry of a link: « до 15:30 по Москве 21 ноября». */
function formatLinkEnd({ at }: AccountEmailFacts, kind: keyof typeof LINK_LIFETIMES_MS): string {
  return formatUntil(new Date(at + LINK_LIFETIMES_MS[kind]).toISOString());
}

/** The last paragraph of e-mails about sign-ups. */
const NO_SIGNUP_DETAIL =
  'Если вы не регистрировались, ничего не делайте: без подтверждения аккаунта не будет.';

function composeAlreadyRegistered(
  { publicOrigin }: AccountEmailFacts,
  { origin }: Extract<StoredAccountEmail, { kind: 'already_registered' | 'register_again' }>,
): AccountEmailText {
  return {
    subject: 'Размен: аккаунт уже есть',
    nextStep:
      'Войдите в аккаунт: с этой почтой он уже есть. Второй пробовали зарегистрировать или подтвердить.',
    linkLabel: 'Войти',
    url: `${publicOrigin}/login`,
    details: [
      formatOrigin(origin),
      { text: 'Если не помните пароль, задайте новый:', url: `${publicOrigin}/forget` },
      'Если регистрировались не вы, ничего не делайте: в аккаунте ничего не изменилось.',
    ],
  };
}

function composeEmailCode(facts: AccountEmailFacts, code: string): AccountEmailText {
  return {
    subject: 'Размен: код для новой почты',
    nextStep: `Введите код на сайте, и эта почта станет почтой аккаунта. Он действует ${EMAIL_CODE_LIFETIME_MINUTES} минут,${formatLinkEnd(facts, 'email_code')}.`,
    code,
    linkLabel: 'Открыть настройки',
    url: `${facts.publicOrigin}/account/settings`,
    details: ['Если вы не меняли почту, ничего не делайте: без кода ничего не изменится.'],
  };
}

function composeEmailTaken({ at, publicOrigin }: AccountEmailFacts): AccountEmailText {
  return {
    subject: 'Размен: почта уже у другого аккаунта',
    nextStep: `Войдите в аккаунт с этой почтой или укажите другую: одна почта бывает только у одного аккаунта. Её пробовали указать в ${formatMoment(new Date(at))}.`,
    linkLabel: 'Войти',
    url: `${publicOrigin}/login`,
    details: ['Если это были не вы, ничего не делайте: в аккаунте ничего не изменилось.'],
  };
}

function composeAccountDeleted({ at, publicOrigin }: AccountEmailFacts): AccountEmailText {
  return {
    subject: 'Размен: аккаунт удалён',
    nextStep: `Ничего не делайте: аккаунт удалён в ${formatMoment(new Date(at))}, как вы и просили. Мы стёрли его настройки, сеансы и журнал.`,
    linkLabel: 'Открыть сайт',
    url: `${publicOrigin}/`,
    details: ['Записи об обменах храним столько, сколько требует закон. Менять можно и без аккаунта.'],
  };
}

function composeNews(
  { at, publicOrigin, keys }: AccountEmailFacts,
  { userId, slug, title, description }: Extract<StoredAccountEmail, { kind: 'news' }>,
): AccountEmailText {
  return {
    subject: `Размен: ${title}`,
    nextStep: description,
    linkLabel: 'Прочитать новость',
    url: `${publicOrigin}/news/${slug}`,
    details: [],
    unsubscribe: {
      text: 'Вы получили это письмо, потому что включили новости в настройках аккаунта. Отпишитесь без входа:',
      url: publicOrigin + getUnsubscribePaths(deriveUnsubscribeToken(keys, { userId, at })).page,
    },
  };
}

function composeCardEmail(
  { publicOrigin }: AccountEmailFacts,
  message: Extract<StoredAccountEmail, { card: string }>,
): AccountEmailText {
  if (message.kind === 'card_rejected')
    return {
      subject: 'Размен: карта не подтверждена',
      nextStep: `Пришлите новое фото карты ${message.card}. Прежнее не подошло: ${message.reason}.`,
      linkLabel: 'Прислать фото',
      url: publicOrigin + message.path,
      details: [],
    };
  const until = formatMoment(new Date(message.expiresAt));
  if (message.kind === 'card_expiring')
    return {
      subject: 'Размен: подтверждение карты скоро закончится',
      nextStep: `Ничего не делайте до ${until}: карта ${message.card} подтверждена. После этого снимите новое фото, чтобы заявки с ней снова обходились без проверки.`,
      linkLabel: 'Открыть карты',
      url: `${publicOrigin}/account/cards`,
      details: [],
    };
  return {
    subject: 'Размен: карта подтверждена',
    nextStep: `Указывайте карту ${message.card} в заявках: новой проверки не будет, подтверждение действует 12 месяцев.`,
    linkLabel: 'Открыть карты',
    url: `${publicOrigin}/account/cards`,
    details: [`Действует до ${until}`],
  };
}

/** The button of an e-mail without «Это не я». */
const PASSWORD_LINK = { label: 'Задать новый пароль', path: '/forget' };

function composeSecurityEmail(
  { at, publicOrigin, keys }: AccountEmailFacts,
  message: SecurityEmail,
): AccountEmailText {
  const { kind, device, network, stopId } = message;
  const { headline, nextStep, link = PASSWORD_LINK } = getSecurityText(message);
  const facts = [
    formatOrigin({ at, device, network }),
    ...('email' in message
      ? formatLine(kind === 'account_stopped' ? 'Почта аккаунта' : 'Новая почта', message.email)
      : []),
    ...(kind === 'auto_withdrawal_on' ? formatLine('Выводим всё, когда наберётся', message.summa) : []),
    ...('payout' in message ? formatLine('Сумма', `${message.summa}, придёт ${message.payout}`) : []),
    ...('requisite' in message ? formatLine('Реквизит', message.requisite) : []),
    ...('key' in message ? formatLine('Ключ', message.key) : []),
    ...('url' in message ? formatLine('Вебхук', message.url) : []),
    ...('changes' in message
      ? formatLine('Что изменили', message.changes.map(change => WEBHOOK_CHANGE_NAMES[change]).join(', '))
      : []),
    ...('left' in message ? [`Осталось запасных кодов: ${message.left}`] : []),
    ...('removed' in message ? (message.removed ?? []).flatMap(formatRemoved) : []),
    ...('outcome' in message
      ? formatLine(kind === 'withdrawal_cancelled' ? 'Причина' : 'Перевод', message.outcome)
      : []),
    ...('dueAt' in message ? [`Удалим аккаунт: в ${formatMoment(new Date(message.dueAt))}`] : []),
  ].join('\n');
  return {
    subject: `Размен: ${headline}`,
    nextStep,
    ...(stopId === undefined
      ? { linkLabel: link.label, url: publicOrigin + link.path }
      : {
          linkLabel: 'Это не я',
          url: `${publicOrigin}/recover#stop=${deriveAccountToken(keys, 'stop', stopId)}`,
        }),
    details: [facts],
  };
}

/** Names of webhook changes. */
const WEBHOOK_CHANGE_NAMES: Readonly<Record<WebhookAccessChange, string>> = {
  url: 'адрес',
  secret: 'секрет',
  on: 'включён снова',
};

const REMOVED_NAMES: Readonly<Record<RemovedAccess['kind'], string>> = {
  passkey: 'Удалён ключ доступа',
  shop_key: 'Удалён ключ API',
  webhook: 'Удалён вебхук',
};

const formatRemoved = ({ kind, name, hint }: RemovedAccess): string[] =>
  formatLine(REMOVED_NAMES[kind], [name, hint].filter(text => text !== null).join(' '));
