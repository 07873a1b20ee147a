import type { AccountDevice } from '#server/accounts/accountClient.ts';
import type { ServerContext } from '#server/notifications/context.ts';

/** The exchange for a command, opened in a separate process beside the running servers. */
export interface OperatorContext extends ServerContext {
  /** The user who runs the command, for the audit log. */
  actor: string;
}

/** Display name of the operator in the journal and the e-mails of an account. */
export const SUPPORT_DEVICE: AccountDevice = { device: 'Служба поддержки', network: '' };
