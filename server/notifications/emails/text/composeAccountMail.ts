import { EMAIL_CODE_LIFETIME_MINUTES } from '#core/contract/account/accountChanges.ts';
import { LINK_LIFETIMES } from '#core/contract/user.ts';
import {
  LINK_LIFETIMES_MS,
  type RemovedAccess,
  type SignupOrigin,
  type StoredLetter,
  type WebhookAccessChange,
} from '#server/accounts/accountMail.ts';
import { deriveAccountCode, deriveAccountToken } from '#server/platform/keys/accountToken.ts';
import { deriveUnsubscribeToken, getUnsubscribePaths } from '../../newsletter/unsubscribe.ts';
import type { AccountMailFacts, AccountMailText, MailParagraph } from './accountMailText.ts';
import { composeAlertMail } from './composeAlertMail.ts';
import { composeRefundMail } from './composeRefundMail.ts';
import { composeAutoWithdrawalEnd, composeWebhookOff } from './composeSwitchedOff.ts';
import { formatLine } from './formatLine.ts';
import { formatMoment, formatUntil } from '#server/platform/mail/mailTimes.ts';
import { getSecurityText, type SecurityLetter } from './securityMailTexts.ts';

/** Composes the e-mail about an event of an account. */
export function composeAccountMail(facts: AccountMailFacts): AccountMailText {
  const { letter, publicOrigin, keys } = facts;
  switch (letter.kind) {
    case 'activate': {
      const token = deriveAccountToken(keys, 'activate', letter.signupId);
      return {
        subject: 'Размен: подтвердите почту',
        nextStep: `Подтвердите почту, чтобы войти в\u00a0аккаунт. Ссылка действует ${LINK_LIFETIMES.activate.text},${formatLinkEnd(facts, 'activate')}.`,
        linkLabel: 'Подтвердить почту',
        url: `${publicOrigin}/login#activate=${token}`,
        details: [
          { text: formatOrigin(letter.origin) },
          {
            text: 'Если регистрировались вы, но\u00a0не\u00a0отсюда, тоже откройте ссылку и\u00a0задайте новый пароль: он заменит тот, который указали здесь.',
          },
          NO_SIGNUP_DETAIL,
        ],
      };
    }
    case 'already_registered':
      return composeAlreadyRegistered(facts, letter);
    case 'register_again':
      return {
        subject: 'Размен: зарегистрируйтесь заново',
        nextStep:
          'Зарегистрируйтесь ещё раз: с\u00a0этой почтой регистрировались несколько раз, и\u00a0мы не\u00a0знаем, какая попытка ваша.',
        linkLabel: 'Зарегистрироваться',
        url: `${publicOrigin}/register`,
        details: [{ text: formatOrigin(letter.origin) }, NO_SIGNUP_DETAIL],
      };
    case 'restore': {
      const token = deriveAccountToken(keys, 'restore', letter.tokenId);
      return {
        subject: 'Размен: новый пароль',
        nextStep: `Задайте новый пароль по\u00a0ссылке. Она действует ${LINK_LIFETIMES.restore.text},${formatLinkEnd(facts, 'restore')}. Новый пароль завершит все сеансы: войдите с\u00a0ним заново.`,
        linkLabel: 'Задать новый пароль',
        url: `${publicOrigin}/recover#token=${token}`,
        details: [
          {
            text: 'Если вы не\u00a0просили новый пароль, ничего не\u00a0делайте: прежний останется в\u00a0силе.',
          },
        ],
      };
    }
    case 'email_code':
      return composeEmailCode(facts, deriveAccountCode(keys, letter.changeId));
    case 'email_taken':
      return composeEmailTaken(facts);
    case 'account_deleted':
      return composeAccountDeleted(facts);
    case 'news':
      return composeNews(facts, letter);
    case 'card_approved':
    case 'card_expiring':
    case 'card_rejected':
      return composeCardLetter(facts, letter);
    case 'webhook_off':
      return composeWebhookOff(facts, letter);
    case 'auto_withdrawal_ended':
      return composeAutoWithdrawalEnd(facts, letter);
    case 'refund_named':
      return composeRefundMail(facts, letter);
    case 'course_alert':
    case 'course_reached':
      return composeAlertMail(facts, letter);
    default:
      return composeSecurityMail(facts, letter);
  }
}

/** Formats the expiry of a link: « до 15:30 по Москве 21 ноября». */
function formatLinkEnd({ at }: AccountMailFacts, kind: keyof typeof LINK_LIFETIMES_MS): string {
  return formatUntil(new Date(at + LINK_LIFETIMES_MS[kind]).toISOString());
}

/** The last paragraph of letters about sign-ups. */
const NO_SIGNUP_DETAIL: MailParagraph = {
  text: 'Если вы не\u00a0регистрировались, ничего не\u00a0делайте: без\u00a0подтверждения аккаунта не\u00a0будет.',
};

function composeAlreadyRegistered(
  { publicOrigin }: AccountMailFacts,
  { origin }: Extract<StoredLetter, { kind: 'already_registered' | 'register_again' }>,
): AccountMailText {
  return {
    subject: 'Размен: аккаунт уже есть',
    nextStep:
      'Войдите в\u00a0аккаунт: с\u00a0этой почтой он уже есть. Второй пробовали зарегистрировать или подтвердить.',
    linkLabel: 'Войти',
    url: `${publicOrigin}/login`,
    details: [
      { text: formatOrigin(origin) },
      { text: 'Если не\u00a0помните пароль, задайте новый:', url: `${publicOrigin}/forget` },
      {
        text: 'Если регистрировались не\u00a0вы, ничего не\u00a0делайте: в\u00a0аккаунте ничего не\u00a0изменилось.',
      },
    ],
  };
}

function composeEmailCode(facts: AccountMailFacts, code: string): AccountMailText {
  return {
    subject: 'Размен: код для\u00a0новой почты',
    nextStep: `Введите код на\u00a0сайте, и\u00a0эта почта станет почтой аккаунта. Он действует ${EMAIL_CODE_LIFETIME_MINUTES}\u00a0минут,${formatLinkEnd(facts, 'email_code')}.`,
    code,
    linkLabel: 'Открыть настройки',
    url: `${facts.publicOrigin}/account/settings`,
    details: [
      {
        text: 'Если вы не\u00a0меняли почту, ничего не\u00a0делайте: без\u00a0кода ничего не\u00a0изменится.',
      },
    ],
  };
}

function composeEmailTaken({ at, publicOrigin }: AccountMailFacts): AccountMailText {
  return {
    subject: 'Размен: почта уже у\u00a0другого аккаунта',
    nextStep: `Войдите в\u00a0аккаунт с\u00a0этой почтой или укажите другую: одна почта бывает только у\u00a0одного аккаунта. Её пробовали указать в\u00a0${formatMoment(new Date(at))}.`,
    linkLabel: 'Войти',
    url: `${publicOrigin}/login`,
    details: [
      {
        text: 'Если это были не\u00a0вы, ничего не\u00a0делайте: в\u00a0аккаунте ничего не\u00a0изменилось.',
      },
    ],
  };
}

function composeAccountDeleted({ at, publicOrigin }: AccountMailFacts): AccountMailText {
  return {
    subject: 'Размен: аккаунт удалён',
    nextStep: `Ничего не\u00a0делайте: аккаунт удалён в\u00a0${formatMoment(new Date(at))}, как вы и\u00a0просили. Мы\u00a0стёрли его настройки, сеансы и\u00a0журнал.`,
    linkLabel: 'Открыть сайт',
    url: `${publicOrigin}/`,
    details: [
      {
        text: 'Записи об\u00a0обменах храним столько, сколько требует закон. Менять можно и\u00a0без аккаунта.',
      },
    ],
  };
}

function composeNews(
  { at, publicOrigin, keys }: AccountMailFacts,
  { userId, slug, title, description }: Extract<StoredLetter, { kind: 'news' }>,
): AccountMailText {
  return {
    subject: `Размен: ${title}`,
    nextStep: description,
    linkLabel: 'Прочитать новость',
    url: `${publicOrigin}/news/${slug}`,
    details: [],
    unsubscribe: {
      text: 'Вы\u00a0получили это письмо, потому что включили новости в\u00a0настройках аккаунта. Отпишитесь без\u00a0входа:',
      url: publicOrigin + getUnsubscribePaths(deriveUnsubscribeToken(keys, { userId, at })).page,
    },
  };
}

function composeCardLetter(
  { publicOrigin }: AccountMailFacts,
  letter: Extract<StoredLetter, { card: string }>,
): AccountMailText {
  if (letter.kind === 'card_rejected')
    return {
      subject: 'Размен: карта не\u00a0подтверждена',
      nextStep: `Пришлите новое фото карты ${letter.card}. Прежнее не\u00a0подошло: ${letter.reason}.`,
      linkLabel: 'Прислать фото',
      url: publicOrigin + letter.path,
      details: [],
    };
  const until = formatMoment(new Date(letter.expiresAt));
  if (letter.kind === 'card_expiring')
    return {
      subject: 'Размен: подтверждение карты скоро закончится',
      nextStep: `Ничего не\u00a0делайте до\u00a0${until}: карта ${letter.card} подтверждена. После этого снимите новое фото, чтобы заявки с\u00a0ней снова обходились без\u00a0проверки.`,
      linkLabel: 'Открыть карты',
      url: `${publicOrigin}/account/cards`,
      details: [],
    };
  return {
    subject: 'Размен: карта подтверждена',
    nextStep: `Указывайте карту ${letter.card} в\u00a0заявках: новой проверки не\u00a0будет, подтверждение действует 12\u00a0месяцев.`,
    linkLabel: 'Открыть карты',
    url: `${publicOrigin}/account/cards`,
    details: [{ text: `Действует до\u00a0${until}` }],
  };
}

/** The button of a letter without «Это не я». */
const PASSWORD_LINK = { label: 'Задать новый пароль', path: '/forget' };

function composeSecurityMail(
  { at, publicOrigin, keys }: AccountMailFacts,
  letter: SecurityLetter,
): AccountMailText {
  const { kind, device, network, stopId } = letter;
  const { headline, nextStep, link = PASSWORD_LINK } = getSecurityText(letter);
  const facts: MailParagraph = {
    text: [
      formatOrigin({ at, device, network }),
      ...('email' in letter
        ? formatLine(kind === 'account_stopped' ? 'Почта аккаунта' : 'Новая почта', letter.email)
        : []),
      ...(kind === 'auto_withdrawal_on' ? formatLine('Выводим всё, когда наберётся', letter.summa) : []),
      ...('payout' in letter ? formatLine('Сумма', `${letter.summa}, придёт ${letter.payout}`) : []),
      ...('requisite' in letter ? formatLine('Реквизит', letter.requisite) : []),
      ...('key' in letter ? formatLine('Ключ', letter.key) : []),
      ...('url' in letter ? formatLine('Вебхук', letter.url) : []),
      ...('changes' in letter
        ? formatLine('Что изменили', letter.changes.map(change => WEBHOOK_CHANGE_NAMES[change]).join(', '))
        : []),
      ...('left' in letter ? [`Осталось запасных кодов: ${letter.left}`] : []),
      ...('removed' in letter ? (letter.removed ?? []).flatMap(formatRemoved) : []),
      ...('outcome' in letter
        ? formatLine(kind === 'withdrawal_cancelled' ? 'Причина' : 'Перевод', letter.outcome)
        : []),
      ...('dueAt' in letter ? [`Удалим аккаунт: в\u00a0${formatMoment(new Date(letter.dueAt))}`] : []),
    ].join('\n'),
  };
  return {
    subject: `Размен: ${headline}`,
    nextStep,
    ...(stopId === undefined
      ? { linkLabel: link.label, url: publicOrigin + link.path }
      : {
          linkLabel: 'Это не\u00a0я',
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

/** Formats the time, device and network of an event, a line each. */
const formatOrigin = ({ at, device, network }: SignupOrigin): string =>
  [
    `Когда: в\u00a0${formatMoment(new Date(at))}`,
    ...formatLine('Устройство', device),
    ...formatLine('Сеть', network),
  ].join('\n');
