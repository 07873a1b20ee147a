import type { AccountDevice } from '../accounts/accountClient.ts';
import type { ServerContext } from '../context.ts';

/** The exchange that a command works on, opened in its own process beside the running servers. */
export interface OperatorContext extends ServerContext {
  /** Who runs the command, for the audit log. */
  actor: string;
}

/** The operator, as the journal and the letters of an account name them. */
export const SUPPORT_DEVICE: AccountDevice = { device: 'Служба поддержки', network: '' };
