import { openDatabase } from '#server/platform/database/database.ts';
import { createClaimClient } from '#tests/support/claimClient.ts';
import type { AccountExchange } from '../../auth/support/accountExchange.ts';

const ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

/** The claim of a partner's visitor. */
interface VisitorClaim {
  fromSumma: string;
  sub?: string;
  email?: string;
}

/** An account of the referral programme, with what its visitors do. */
export async function createPartnerAccount(exchange: AccountExchange) {
  const email = await exchange.createAccount();
  const access = await exchange.logIn(email);
  const send = async (path: string, body?: object) => {
    const response = await fetch(exchange.origin + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const { code } = (await send('/api/v1/users/me/refferal/')) as { code: string };
  const client = createClaimClient((path, init) => fetch(exchange.origin + path, init));
  const withDatabase = async (
    work: (db: Awaited<ReturnType<typeof openDatabase>>['db']) => Promise<unknown>,
  ) => {
    const { db, close } = await openDatabase({ dataDir: exchange.dataDir, databaseUrl: null });
    try {
      await work(db);
    } finally {
      await close();
    }
  };
  return {
    email,
    code,
    /** Completes a claim of a visitor from another network. */
    async completeClaim({ sub, fromSumma, ...more }: VisitorClaim): Promise<void> {
      const body = await client.buildClaim('USDTTRC20', 'LTC', { fromSumma });
      const refferal = sub ? `${code}.${sub}` : code;
      const { id } = await client.createClaim({ ...body, ...more, refferal });
      await withDatabase(db =>
        db.updateTable('claims').set({ address_hash: id }).where('id', '=', id).execute(),
      );
      await exchange.moveClaim(id, ['confirming', 'aml', 'paid', 'payout', 'completed']);
    },
    /** Saves a wallet; money can be paid to it after `openWallets`. Returns its id. */
    async saveWallet(): Promise<string> {
      const wallet = { currency: 'USDTTRC20', values: { account: ADDRESS } };
      return ((await send('/api/v1/users/me/requisites/', wallet)) as { id: string }).id;
    },
    /** Requests a withdrawal of dollars to a saved requisite. Returns its id. */
    async withdraw(requisite: string, summa: string): Promise<string> {
      const body = { requisite, summa };
      return ((await send('/api/v1/users/me/refferal/withdrawal/', body)) as { id: string }).id;
    },
    /** Ends the delay of payouts to all requisites. */
    openWallets: () =>
      withDatabase(db => db.updateTable('saved_requisites').set({ payout_from: 0n }).execute()),
  };
}
