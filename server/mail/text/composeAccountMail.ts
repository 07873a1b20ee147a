import { LINK_LIFETIMES } from '#core/contract/user.ts';
import { LINK_LIFETIMES_MS, type AccountLetter, type RevocationReason } from '../../accounts/accountMail.ts';
import { deriveAccountToken } from '../../accounts/accountToken.ts';
import type { ServerKeys } from '../../keys/serverKeys.ts';
import type { AccountMailText, MailParagraph } from './accountMailText.ts';
import { formatMoment, formatUntil } from './mailTimes.ts';

type SecurityLetter = Extract<AccountLetter, { device: string }>;

/** What an e-mail about an account is composed from. */
export interface AccountMailFacts {
  letter: AccountLetter;
  /** The time of the event, milliseconds. */
  at: number;
  publicOrigin: string;
  /** The keys that the tokens of links are derived with. */
  keys: ServerKeys;
}

/** Maximum length of the device and of the network, which come from a request. */
const MAX_LINE_LENGTH = 100;

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
          {
            text: 'Если вы не\u00a0регистрировались, ничего не\u00a0делайте: без\u00a0подтверждения аккаунта не\u00a0будет.',
          },
        ],
      };
    }
    case 'already_registered':
      return composeAlreadyRegistered(facts);
    case 'register_again':
      return {
        subject: 'Размен: зарегистрируйтесь заново',
        nextStep:
          'Зарегистрируйтесь ещё раз: с\u00a0этой почтой регистрировались несколько раз, и\u00a0мы не\u00a0знаем, какая попытка ваша.',
        linkLabel: 'Зарегистрироваться',
        url: `${publicOrigin}/register`,
        details: [
          {
            text: 'Если вы не\u00a0регистрировались, ничего не\u00a0делайте: без\u00a0подтверждения аккаунта не\u00a0будет.',
          },
        ],
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
    default:
      return composeSecurityMail(facts, letter);
  }
}

/** Formats when a link stops working: « до 15:30 по Москве 21 ноября». */
function formatLinkEnd({ at }: AccountMailFacts, kind: keyof typeof LINK_LIFETIMES_MS): string {
  return formatUntil(new Date(at + LINK_LIFETIMES_MS[kind]).toISOString());
}

function composeAlreadyRegistered({ at, publicOrigin }: AccountMailFacts): AccountMailText {
  return {
    subject: 'Размен: аккаунт уже есть',
    nextStep: `Войдите в\u00a0аккаунт: с\u00a0этой почтой он уже есть. Второй пробовали зарегистрировать или подтвердить в\u00a0${formatMoment(new Date(at))}.`,
    linkLabel: 'Войти',
    url: `${publicOrigin}/login`,
    details: [
      { text: 'Если не\u00a0помните пароль, задайте новый:', url: `${publicOrigin}/forget` },
      {
        text: 'Если регистрировались не\u00a0вы, ничего не\u00a0делайте: в\u00a0аккаунте ничего не\u00a0изменилось.',
      },
    ],
  };
}

/** What a letter about security says. */
interface SecurityText {
  headline: string;
  nextStep: string;
  /** Where the button leads to, and what it says; default: a new password, which ends all sessions. */
  link?: { label: string; path: string };
}

const SECURITY_TEXTS: Readonly<Record<Exclude<SecurityLetter['kind'], 'sessions_revoked'>, SecurityText>> = {
  password_changed: {
    headline: 'пароль изменён',
    nextStep:
      'Если пароль изменили не\u00a0вы, задайте новый: он завершит все сеансы. Если изменили вы, ничего не\u00a0делайте.',
  },
  new_device: {
    headline: 'вход с\u00a0нового устройства',
    nextStep:
      'Если вошли не\u00a0вы, задайте новый пароль: он завершит все сеансы. Если вошли вы, ничего не\u00a0делайте.',
  },
};

/** What the letter about ended sessions says. */
const REVOCATION_TEXTS: Readonly<Record<RevocationReason, SecurityText>> = {
  token_reused: {
    headline: 'сеанс завершён',
    nextStep:
      'Если не\u00a0узнаёте устройство, задайте новый пароль: он завершит все сеансы. Если узнаёте, войдите заново. Мы\u00a0завершили сеанс, потому что данные входа пришли дважды: так бывает при краже.',
  },
  one_ended: {
    headline: 'сеанс завершён',
    nextStep:
      'Если сеанс завершили не\u00a0вы, задайте новый пароль: он завершит и\u00a0остальные. Если завершили вы, ничего не\u00a0делайте.',
  },
  several_ended: {
    headline: 'сеансы завершены',
    nextStep:
      'Если сеансы на\u00a0других устройствах завершили не\u00a0вы, задайте новый пароль. Если завершили вы, ничего не\u00a0делайте.',
  },
  operator: {
    headline: 'сеансы завершены',
    nextStep:
      'Войдите в\u00a0аккаунт заново: служба поддержки завершила все сеансы. Если не\u00a0просили об\u00a0этом, задайте новый пароль.',
  },
  blocked: {
    headline: 'аккаунт заблокирован',
    nextStep:
      'Напишите в\u00a0поддержку, чтобы узнать причину. Мы\u00a0завершили все сеансы, и\u00a0войти в\u00a0аккаунт сейчас нельзя.',
    link: { label: 'Написать в\u00a0поддержку', path: '/contacts' },
  },
};

const PASSWORD_LINK = { label: 'Задать новый пароль', path: '/forget' };

function composeSecurityMail(
  { at, publicOrigin }: AccountMailFacts,
  letter: SecurityLetter,
): AccountMailText {
  const { device, network } = letter;
  const text: SecurityText =
    letter.kind === 'sessions_revoked' ? REVOCATION_TEXTS[letter.reason] : SECURITY_TEXTS[letter.kind];
  const { headline, nextStep, link = PASSWORD_LINK } = text;
  const origin: MailParagraph = {
    text: [
      `Когда: в\u00a0${formatMoment(new Date(at))}`,
      ...formatLine('Устройство', device),
      ...formatLine('Сеть', network),
    ].join('\n'),
  };
  return {
    subject: `Размен: ${headline}`,
    nextStep,
    linkLabel: link.label,
    url: publicOrigin + link.path,
    details: [origin],
  };
}

/** Formats what a request said as one line, or none if it said nothing. */
function formatLine(name: string, value: string): string[] {
  const line = value
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_LINE_LENGTH);
  return line === '' ? [] : [`${name}: ${line}`];
}
