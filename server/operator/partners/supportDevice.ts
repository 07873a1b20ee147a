import type { AccountDevice } from '../../accounts/accountClient.ts';

/** The operator, as the journal and the letters of an account name them. */
export const SUPPORT_DEVICE: AccountDevice = { device: 'Служба поддержки', network: '' };
