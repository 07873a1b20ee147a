import type { AccountDevice } from '#server/accounts/accountClient.ts';
import type { ServerContext } from '#server/notifications/context.ts';

/** The exchange for a change by a person: by a command in a separate process, or by a request of staff. */
export interface OperatorContext extends ServerContext {
  /** The user who runs the command, or the e-mail of a member of staff, for the audit log. */
  actor: string;
  /** Prefix of the address of a request; missing for a command. */
  network?: string;
}

/** Display name of the operator in the journal and the e-mails of an account. */
export const SUPPORT_DEVICE: AccountDevice = { device: 'Служба поддержки', network: '' };
