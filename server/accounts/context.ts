import type { ExchangeContext } from '#server/exchange/context.ts';
import type { AccountChangeContext } from './accountSubscribers.ts';

/** Dependencies of accounts. */
export interface AccountsContext extends ExchangeContext, AccountChangeContext {}
