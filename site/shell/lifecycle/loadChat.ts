import { fetchChatSettings } from '#core/api/siteSettings.ts';
import type { AppContext } from '../appContext.ts';

/** The part of the Trusted Types API used here; TypeScript's DOM library lacks it. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string | null }): unknown;
}

/**
 * Fetches the chat's settings and injects its script, only from `allowedOrigins`, the operator's allow list;
 * other origins are logged. Without a response there is no chat.
 */
export async function loadChat(
  { api, loadSiteSettings }: AppContext,
  allowedOrigins: readonly string[],
): Promise<void> {
  const settings = await loadSiteSettings().catch(() => null);
  const { result } = settings?.chat ?? (await fetchChatSettings(api).catch(() => ({ result: null })));
  if (!result) return;
  const isAllowed = (url: string) => allowedOrigins.includes(new URL(url, location.href).origin);
  if (!isAllowed(result.src)) {
    console.warn(`The chat's script is not on the operator's list: ${new URL(result.src).origin}`);
    return;
  }
  // A default policy lets the chat load its own scripts from these origins; HTML from strings stays forbidden.
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', { createScriptURL: url => (isAllowed(url) ? url : null) });
  const script = document.createElement('script');
  script.async = true;
  script.src = result.src;
  document.head.append(script);
}
