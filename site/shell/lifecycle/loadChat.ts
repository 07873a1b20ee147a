import { fetchChatSettings } from '#core/api/calculator.ts';
import type { ApiClient } from '#core/api/client.ts';

/** The part of Trusted Types that is used here; TypeScript's library does not have it. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string | null }): unknown;
}

/**
 * SPEC §1: asks for the chat and, when there is one, adds its script to the head. Only from `origins`, the operator's
 * list: another address is not injected, and logged. No answer is no chat.
 */
export async function loadChat(api: ApiClient, allowedOrigins: readonly string[]): Promise<void> {
  const { result } = await fetchChatSettings(api).catch(() => ({ result: null }));
  if (!result) return;
  const isAllowed = (url: string) => allowedOrigins.includes(new URL(url, location.href).origin);
  if (!isAllowed(result.src)) {
    console.warn(`The chat's script is not on the operator's list: ${new URL(result.src).origin}`);
    return;
  }
  // The default policy, so that the chat may load its own parts, from the same origins. HTML from strings stays forbidden.
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', { createScriptURL: url => (isAllowed(url) ? url : null) });
  const script = document.createElement('script');
  script.async = true;
  script.src = result.src;
  document.head.append(script);
}
