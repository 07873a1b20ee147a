import { CLAIM_STATUS_RULES, type ClaimStatusCode } from '#core/claim/status.ts';
import { TELEGRAM_LINK_MINUTES } from '#core/contract/claim/claimTelegram.ts';
import type { TelegramMessageKind } from '#server/platform/database/serverRows.ts';

/** Data of a message. */
export interface TelegramMessageFacts {
  kind: TelegramMessageKind;
  /** The claim of the message, with the status to send; null without a claim. */
  claim: { id: string; number: string; status: ClaimStatusCode } | null;
  publicOrigin: string;
}

const HOW_TO_CONNECT = 'откройте её на сайте и нажмите «Сообщать в Telegram»';

/** Composes a message: plain text in Russian. Its link has no secret, so only a browser with access opens the claim. */
export function composeTelegramMessage({ kind, claim, publicOrigin }: TelegramMessageFacts): string {
  switch (kind) {
    case 'status':
      return `${formatClaim(claim)}\n${formatLink(claim, publicOrigin)}`;
    case 'connected':
      return [
        formatClaim(claim),
        'Напишем сюда о каждом новом статусе. Подробности видны в браузере, где вы создали заявку, и по ссылкам из писем. Отключить сообщения: /stop',
        formatLink(claim, publicOrigin),
      ].join('\n');
    case 'link_invalid':
      return `Ссылка не действует: она подключает одну заявку один раз, в течение ${TELEGRAM_LINK_MINUTES} минут. Чтобы подключить заявку, ${HOW_TO_CONNECT} ещё раз: ${publicOrigin}`;
    case 'stopped':
      return `Сообщений о заявках больше не будет, этот чат мы стёрли. Чтобы снова подключить заявку, ${HOW_TO_CONNECT}: ${publicOrigin}`;
    case 'help':
      return `Этот бот сообщает о статусах заявок. Чтобы подключить свою, ${HOW_TO_CONNECT}: ${publicOrigin}. Отключить все: /stop`;
  }
}

/** The same title and text as in a browser notification. */
const formatClaim = (claim: TelegramMessageFacts['claim']): string =>
  claim === null ? '' : `Заявка № ${claim.number}: ${CLAIM_STATUS_RULES[claim.status].label}.`;

const formatLink = (claim: TelegramMessageFacts['claim'], publicOrigin: string): string =>
  `${publicOrigin}/claim/${claim?.id ?? ''}`;
