import { TelegramConnection, TelegramLink } from '../contract/claim/claimTelegram.ts';
import { claimPath, ownerCall, type ClaimKey } from './claim.ts';
import type { ApiClient } from './client.ts';

/** GET claim/{id}/telegram/ (API extension): whether a Telegram chat receives the claim's status changes. */
export const fetchTelegramConnection = (client: ApiClient, claim: ClaimKey): Promise<TelegramConnection> =>
  client.call(TelegramConnection, claimPath(claim.id, 'telegram'), ownerCall(claim));

/** POST claim/{id}/telegram/ (API extension): a link that connects a chat; 404 without a bot. */
export const createTelegramLink = (client: ApiClient, claim: ClaimKey): Promise<TelegramLink> =>
  client.call(TelegramLink, claimPath(claim.id, 'telegram'), {
    ...ownerCall(claim),
    method: 'POST',
    body: {},
  });

/** DELETE claim/{id}/telegram/ (API extension): disconnects the chat. */
export const disconnectTelegram = (client: ApiClient, claim: ClaimKey): Promise<TelegramConnection> =>
  client.call(TelegramConnection, claimPath(claim.id, 'telegram'), {
    ...ownerCall(claim),
    method: 'DELETE',
  });
