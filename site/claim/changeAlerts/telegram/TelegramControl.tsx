import { useEffect, useRef, type ReactNode } from 'react';
import type { ClaimKey } from '#core/api/claim.ts';
import type { ApiClient } from '#core/api/client.ts';
import { ErrorNote } from '../../../elements/ErrorNote.tsx';
import { useButtonRequest } from '../../../elements/useButtonRequest.ts';
import { describeError } from '../../../elements/form/formFailure.ts';
import { formatTimeOfDay } from '#core/timeFormat.ts';
import { useTelegramChat, type TelegramChat } from './useTelegramChat.ts';
import './TelegramControl.css';

/** Connects the claim to a chat of Telegram, and disconnects it. Renders nothing until the state is loaded. */
export function TelegramControl({ api, claim }: { api: ApiClient; claim: ClaimKey }) {
  const { chat, connect, disconnect } = useTelegramChat(api, claim);
  const { isSending, errorText, send } = useButtonRequest(describeError);
  const controlRef = useRef<HTMLDivElement>(null);
  const shownPhase = useRef(chat.phase);
  useEffect(() => {
    const wasShown = shownPhase.current !== 'loading';
    shownPhase.current = chat.phase;
    // The focused element was removed.
    if (wasShown && document.activeElement === document.body)
      controlRef.current?.querySelector<HTMLElement>('a, button')?.focus();
  }, [chat.phase]);

  if (chat.phase === 'loading') return null;
  return (
    <div className="telegram" ref={controlRef}>
      {chat.phase === 'on' && <span className="state">Telegram: подключён</span>}
      {chat.phase === 'waiting' ? (
        <a className="button" href={chat.link.url} target="_blank" rel="noopener noreferrer">
          Открыть Telegram
        </a>
      ) : (
        <button
          type="button"
          className={chat.phase === 'on' ? 'button quiet' : 'button'}
          aria-disabled={isSending}
          onClick={() => void send(chat.phase === 'on' ? disconnect : connect)}
        >
          {chat.phase === 'on' ? 'Отключить' : 'Сообщать в Telegram'}
        </button>
      )}
      <p className="hint" role="status">
        {describeChat(chat)}
      </p>
      <ErrorNote text={errorText} />
    </div>
  );
}

function describeChat(chat: TelegramChat): ReactNode {
  if (chat.phase === 'on')
    return 'Бот пишет о каждом новом статусе. Отключить его можно и в чате командой\u00a0/stop.';
  if (chat.phase === 'waiting')
    return `Откройте Telegram и нажмите «Запустить» в чате с ботом. Ссылка подключит один чат и действует до ${formatTimeOfDay(chat.link.expiresAt)}.`;
  return 'Бот пришлёт каждый новый статус, даже если вкладка закрыта. Telegram получит только номер, статус и ссылку на заявку.';
}
