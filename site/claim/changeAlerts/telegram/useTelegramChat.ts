import { useEffect, useRef, useState } from 'react';
import { ownerCall, type ClaimKey } from '#core/api/claim.ts';
import type { ApiClient } from '#core/api/client.ts';
import { sendCall } from '#core/api/sendCall.ts';
import {
  createTelegramLinkCall,
  disconnectTelegramCall,
  getTelegramConnectionCall,
  TELEGRAM_LINK_MINUTES,
  type TelegramLink,
} from '#core/contract/claim/claimTelegram.ts';

/** Whether a Telegram chat receives the claim's status changes. `waiting`: a link was created, but not used yet. */
export type TelegramChat =
  { phase: 'loading' } | { phase: 'off' } | { phase: 'waiting'; link: TelegramLink } | { phase: 'on' };

/** Interval between checks whether the link was used, milliseconds. */
const POLL_INTERVAL_MS = 3_000;

/** The chat of a claim, and the calls that change it. They reject with ApiError. */
export function useTelegramChat(api: ApiClient, claim: ClaimKey) {
  const { id, secret } = claim;
  const [chat, setChat] = useState<TelegramChat>({ phase: 'loading' });
  /** The running request, null without one. Responses to earlier ones are ignored. */
  const runningRequest = useRef<object | null>(null);
  const { phase } = chat;

  /** Shows the result of a call, unless another call has begun meanwhile. */
  async function show(call: () => Promise<(previous: TelegramChat) => TelegramChat>): Promise<void> {
    const request = {};
    runningRequest.current = request;
    try {
      const update = await call();
      if (runningRequest.current === request) setChat(update);
    } finally {
      if (runningRequest.current === request) runningRequest.current = null;
    }
  }

  useEffect(() => {
    const loadConnection = async () => {
      const { connected } = await sendCall(api, getTelegramConnectionCall, ownerCall({ id, secret }));
      return (previous: TelegramChat): TelegramChat =>
        connected ? { phase: 'on' } : previous.phase === 'waiting' ? previous : { phase: 'off' };
    };
    const refresh = () => {
      // Not during another request: the result of the visitor's own action is newer than this state would be.
      if (document.hidden || runningRequest.current) return;
      // Keep what is shown: the next poll, or the return to the page, repeats the request.
      show(loadConnection).catch(() => undefined);
    };
    if (phase === 'loading') refresh();
    // Whoever returns from Telegram has connected the chat, or stopped it there.
    document.addEventListener('visibilitychange', refresh);
    const timer = phase === 'waiting' ? setInterval(refresh, POLL_INTERVAL_MS) : undefined;
    return () => {
      document.removeEventListener('visibilitychange', refresh);
      clearInterval(timer);
    };
  }, [api, id, secret, phase]);

  const url = chat.phase === 'waiting' ? chat.link.url : null;
  useEffect(() => {
    if (url === null) return;
    const timer = setTimeout(() => setChat({ phase: 'off' }), TELEGRAM_LINK_MINUTES * 60_000);
    return () => clearTimeout(timer);
  }, [url]);

  return {
    chat,
    /** Creates a link and opens it, if the browser allows that after the response; the page shows it in any case. */
    connect: () =>
      show(async () => {
        const link = await sendCall(api, createTelegramLinkCall, ownerCall(claim));
        window.open(link.url, '_blank', 'noopener,noreferrer');
        return () => ({ phase: 'waiting', link });
      }),
    disconnect: () =>
      show(async () => {
        await sendCall(api, disconnectTelegramCall, ownerCall(claim));
        return () => ({ phase: 'off' });
      }),
  };
}
