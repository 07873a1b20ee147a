import { Hono } from 'hono';
import { AutoWithdrawalSet, ReferralCodeCreate, WithdrawalCreate } from '#core/contract/account/referral.ts';
import { readAccountDevice } from '../../accounts/accountClient.ts';
import type { ServerContext } from '../../context.ts';
import { sendCsv } from '../../http/csv.ts';
import { parseJsonBody } from '../../http/parseJsonBody.ts';
import { sendProblemResult } from '../../http/problemResponse.ts';
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
  const { withAccount, withFreshAccount } = createPartnerGuards(context);
  const { db, now } = context;

  routes.get('/', referralDocs.programme, c =>
    withAccount(c, async ({ user }) => {
      return c.json(await loadProgramme(context, user.id));
    }),
  );

  routes.post('/', referralDocs.addCode, c =>
    withAccount(c, async ({ user }) => {
      const body = await parseJsonBody(c, ReferralCodeCreate);
      if (!body.ok) return sendProblemResult(c, body);
      const result = await createCode(context, user.id, body.output.label);
      return result.ok ? c.json(result.code, 201) : sendProblemResult(c, result);
    }),
  );

  routes.get('/dw/', referralDocs.ledger, c =>
    withAccount(c, async ({ user }) => {
      const { id } = await ensurePartner(db, user.id, now());
      const result = await listLedger(context, id, c.req.query());
      return result.ok ? c.json(result.entries) : sendProblemResult(c, result);
    }),
  );

  routes.get('/dw/export/', referralDocs.export, c =>
    withAccount(c, async ({ user }) => {
      const { id } = await ensurePartner(db, user.id, now());
      const result = exportLedger(context, id, c.req.query());
      return result.ok ? sendCsv(c, result.parts, 'ledger.csv') : sendProblemResult(c, result);
    }),
  );

  routes.get('/withdrawal/', referralDocs.withdrawals, c =>
    withAccount(c, async ({ user }) => {
      const result = await listWithdrawals(context, user, c.req.query());
      return result.ok ? c.json(result.withdrawals) : sendProblemResult(c, result);
    }),
  );

  routes.post('/withdrawal/', referralDocs.withdraw, c =>
    withFreshAccount(c, async ({ user }) => {
      const body = await parseJsonBody(c, WithdrawalCreate);
      if (!body.ok) return sendProblemResult(c, body);
      const result = await requestWithdrawal(context, {
        userId: user.id,
        body: body.output,
        key: c.req.header('idempotency-key'),
        device: readAccountDevice(c),
      });
      return result.ok ? c.json(result.created, 201) : sendProblemResult(c, result);
    }),
  );

  routes.put('/withdrawal/auto/', referralDocs.setAutoWithdrawal, c =>
    withFreshAccount(c, async ({ user }) => {
      const body = await parseJsonBody(c, AutoWithdrawalSet);
      if (!body.ok) return sendProblemResult(c, body);
      const device = readAccountDevice(c);
      const result = await setAutoWithdrawal(context, { userId: user.id, body: body.output, device });
      return result.ok ? c.json(result.auto) : sendProblemResult(c, result);
    }),
  );

  // Before the path with an id.
  routes.delete('/withdrawal/auto/', referralDocs.removeAutoWithdrawal, c =>
    withFreshAccount(c, async ({ user }) => {
      const result = await removeAutoWithdrawal(context, { userId: user.id, device: readAccountDevice(c) });
      return result.ok ? c.body(null, 204) : sendProblemResult(c, result);
    }),
  );

  // It opens nothing: the money returns to the balance.
  routes.delete('/withdrawal/:id/', referralDocs.cancelWithdrawal, c =>
    withAccount(c, async ({ user }) => {
      const result = await cancelOwnWithdrawal(context, {
        userId: user.id,
        id: c.req.param('id').toLowerCase(),
        device: readAccountDevice(c),
      });
      return result.ok ? c.json(result.withdrawal) : sendProblemResult(c, result);
    }),
  );

  return routes;
}
