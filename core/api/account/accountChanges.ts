import * as v from 'valibot';
import { EmailChangeState, PlannedDeletion } from '#core/contract/account/accountChanges.ts';
import type { EmailChangeCode, EmailChangeRequest } from '#core/contract/account/accountChanges.ts';
import { AccountJournal, User } from '#core/contract/user.ts';
import type { UserUpdate } from '#core/contract/user.ts';
import type { ApiClient, CallOptions } from '../client.ts';

// All calls are API extensions.

const USERS_API_PATH = '/api/v1/users';

/** PATCH users/me/ : changes which letters the account gets. */
export const updateUser = (client: ApiClient, body: UserUpdate): Promise<User> =>
  client.call(User, `${USERS_API_PATH}/me/`, { method: 'PATCH', body: { ...body } });

/** GET users/me/journal/ : a page of security events, from 1. */
export const fetchJournal = (
  client: ApiClient,
  page: number,
  options?: CallOptions,
): Promise<AccountJournal> =>
  client.call(AccountJournal, `${USERS_API_PATH}/me/journal/`, { ...options, query: { page: String(page) } });

/** GET users/me/email/ : the e-mail change that awaits its code. */
export const fetchEmailChange = (client: ApiClient, options?: CallOptions): Promise<EmailChangeState> =>
  client.call(EmailChangeState, `${USERS_API_PATH}/me/email/`, options);

/** POST users/me/email/ : sends a code to a new e-mail. */
export const requestEmailChange = (
  client: ApiClient,
  body: EmailChangeRequest,
  options?: CallOptions,
): Promise<EmailChangeState> =>
  client.call(EmailChangeState, `${USERS_API_PATH}/me/email/`, {
    ...options,
    method: 'POST',
    body: { ...body },
  });

/** POST users/me/email/confirm/ : changes the e-mail. Its response marks this browser as a known device. */
export const confirmEmailChange = (
  client: ApiClient,
  body: EmailChangeCode,
  options?: CallOptions,
): Promise<User> =>
  client.call(User, `${USERS_API_PATH}/me/email/confirm/`, {
    ...options,
    method: 'POST',
    body: { ...body },
    credentials: 'same-origin',
  });

/** POST users/me/export/ : everything that is stored about the account, as JSON to save. */
export const fetchAccountExport = (client: ApiClient, options?: CallOptions): Promise<object> =>
  client.call(v.looseObject({}), `${USERS_API_PATH}/me/export/`, { ...options, method: 'POST', body: {} });

/** POST users/me/delete/ : schedules the deletion of the account and ends its sessions. */
export const planAccountDeletion = (client: ApiClient, options?: CallOptions): Promise<PlannedDeletion> =>
  client.call(PlannedDeletion, `${USERS_API_PATH}/me/delete/`, { ...options, method: 'POST', body: {} });
