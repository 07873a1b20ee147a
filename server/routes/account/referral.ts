import { Hono } from 'hono';
import { ReferralCodeCreate } from '#core/contract/account/referral.ts';
import { AutoWithdrawalSet, WithdrawalCreate } from '#core/contract/account/withdrawals.ts';
import { readAccountDevice } from '../../accounts/accountClient.ts';
import type { ServerContext } from '../../context.ts';
import { sendCsv } from '../../http/csv.ts';
import { parseJsonBody } from '../../http/parseJsonBody.ts';
import { exportLedger, listLedger } from '../../referral/ledger/listLedger.ts';
import { ensurePartner } from '../../referral/partners.ts';
import { createCode, loadProgramme } from '../../referral/programme.ts';
import { removeAutoWithdrawal, setAutoWithdrawal } from '../../referral/withdrawals/autoWithdrawal.ts';
import { cancelOwnWithdrawal } from '../../referral/withdrawals/cancelOwnWithdrawal.ts';
import { listWithdrawals } from '../../referral/withdrawals/listWithdrawals.ts';
import { requestWithdrawal } from '../../referral/withdrawals/requestWithdrawal.ts';
import { createPartnerGuards } from './accountGuards.ts';
import { referralDocs } from './referralDocs.ts';

/** Routes below /api/v1/users/me/refferal. */
export function createReferralRoutes(context: ServerContext): Hono {
  const routes = new Hono();
  const { requireAccount, requireFreshAccount } = createPartnerGuards(context);
  const { db, now } = context;

  routes.get('/', referralDocs.programme, requireAccount, async c =>
    c.json(await loadProgramme(context, c.var.account.user.id)),
  );

  routes.post('/', referralDocs.addCode, requireAccount, async c => {
    const { label } = await parseJsonBody(c, ReferralCodeCreate);
    return c.json(await createCode(context, c.var.account.user.id, label), 201);
  });

  routes.get('/dw/', referralDocs.ledger, requireAccount, async c => {
    const { id } = await ensurePartner(db, c.var.account.user.id, now());
    return c.json(await listLedger(context, id, c.req.query()));
  });

  routes.get('/dw/export/', referralDocs.export, requireAccount, async c => {
    const { id } = await ensurePartner(db, c.var.account.user.id, now());
    return sendCsv(c, exportLedger(context, id, c.req.query()), 'ledger.csv');
  });

  routes.get('/withdrawal/', referralDocs.withdrawals, requireAccount, async c =>
    c.json(await listWithdrawals(context, c.var.account.user, c.req.query())),
  );

  routes.post('/withdrawal/', referralDocs.withdraw, requireFreshAccount, async c => {
    const created = await requestWithdrawal(context, {
      body: await parseJsonBody(c, WithdrawalCreate),
      userId: c.var.account.user.id,
      key: c.req.header('idempotency-key'),
      device: readAccountDevice(c),
    });
    return c.json(created, 201);
  });

  routes.put('/withdrawal/auto/', referralDocs.setAutoWithdrawal, requireFreshAccount, async c => {
    const body = await parseJsonBody(c, AutoWithdrawalSet);
    const owner = { userId: c.var.account.user.id, device: readAccountDevice(c) };
    return c.json(await setAutoWithdrawal(context, { ...owner, body }));
  });

  // Registered before the path with an id.
  routes.delete('/withdrawal/auto/', referralDocs.removeAutoWithdrawal, requireFreshAccount, async c => {
    const owner = { userId: c.var.account.user.id, device: readAccountDevice(c) };
    await removeAutoWithdrawal(context, owner);
    return c.body(null, 204);
  });

  // Needs no recent authentication: the money returns to the balance.
  routes.delete('/withdrawal/:id/', referralDocs.cancelWithdrawal, requireAccount, async c => {
    const owner = { userId: c.var.account.user.id, device: readAccountDevice(c) };
    return c.json(await cancelOwnWithdrawal(context, { ...owner, id: c.req.param('id').toLowerCase() }));
  });

  return routes;
}
