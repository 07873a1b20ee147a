import type { ChatSettings } from '#core/contract/siteSettings.ts';
import type { ServerContext } from '#server/notifications/context.ts';

/**
 * Creates a function that returns the chat's script. It accepts only origins in CHAT_ORIGINS, because the script runs
 * on our pages. Others are logged once.
 */
export function createChatSettingsReader({ catalogue, config, log }: ServerContext): () => ChatSettings {
  let lastRefusedSrc: string | null = null;

  return () => {
    const src = catalogue.getSetting('chat_src');
    const origin = src !== null && URL.canParse(src) ? new URL(src).origin : null;
    const isAllowed = src !== null && origin !== null && config.chatOrigins.includes(origin);
    const refusedSrc = isAllowed ? null : src;
    if (refusedSrc !== null && refusedSrc !== lastRefusedSrc)
      log.warn({ origin }, 'the chat’s script is refused: its origin is not in CHAT_ORIGINS');
    lastRefusedSrc = refusedSrc;
    return { result: isAllowed ? { src } : null };
  };
}
