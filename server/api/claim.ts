import { Hono, type Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { ClaimHandoff } from '#core/contract/claim.ts';
import type { ClaimForm } from '#core/contract/claim/claimPayment.ts';
import { RefundStop, type RefundStopResult } from '#core/contract/claim/refund.ts';
import { readAccountDevice } from '#server/accounts/accountClient.ts';
import type { AccountContext } from '#server/accounts/accountContext.ts';
import { identifyAccount } from '#server/accounts/identifyAccount.ts';
import { checkFreshAuthentication } from '#server/accounts/sessions/confirmIdentity.ts';
import { createCaptchaVerifier, type CaptchaVerifier } from '#server/platform/captchaVerifier.ts';
import { acceptOffer } from '#server/exchange/claims/recalculation/acceptOffer.ts';
import { addReceipt, removeReceipt } from '#server/exchange/claims/payment/receipts.ts';
import { cancelClaim } from '#server/exchange/claims/status/cancelClaim.ts';
import { confirmPayment } from '#server/exchange/claims/payment/confirmPayment.ts';
import { createClaimCreator } from '#server/exchange/claims/create/createClaim.ts';
import {
  authorizeClaim,
  readClaimCredentials,
  type OwnedClaimEnv,
} from '#server/exchange/claims/view/authorizeClaim.ts';
import { readReferralSource } from '#server/partners/referral/referralSource.ts';
import { requestRefund } from '#server/exchange/claims/refund/requestRefund.ts';
import { stopRefund } from '#server/exchange/claims/refund/stopRefund.ts';
import { parseJsonBody } from '#server/platform/http/request/parseJsonBody.ts';
import { notFoundProblem } from '#server/platform/http/problem.ts';
import { getClaimCurrencies } from '#server/exchange/claims/view/claimStatus.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { withUpload } from '#server/platform/files/uploadReader.ts';
import { countPromocodeAttempt } from '#server/platform/limits/promocodeAttempts.ts';
import { buildMerchantForm } from './merchant/merchantOrder.ts';
import { addTelegramRoutes } from './telegramRoutes.ts';
import { claimDocs } from './claimDocs.ts';

/** Routes below /api/v1/claim. `captchaVerifier` defaults to the configured captcha. */
export function createClaimRoutes(
  context: ServerContext & Pick<AccountContext, 'getLimit'>,
  captchaVerifier: CaptchaVerifier = createCaptchaVerifier(context.config),
): Hono {
  const routes = new Hono();
  const submitClaim = createClaimCreator(context, captchaVerifier);
  const authorize = (c: Context) => authorizeClaim(context, c.req.param('id') ?? '', readClaimCredentials(c));
  const authorizeOwner = async (c: Context) => {
    const found = await authorize(c);
    if (found.access !== 'owner') throw notFoundProblem;
    return found;
  };
  /** Allows only the claim's owner: by its secret, or as the account of the claim. */
  const requireClaimOwner = createMiddleware<OwnedClaimEnv>(async (c, next) => {
    c.set('owned', await authorizeOwner(c));
    await next();
  });
  /** Sends the claim after an action of its owner. */
  const sendClaim = async (c: Context, status: 200 | 201 = 200) => {
    const { loadStatus } = await authorizeOwner(c);
    return c.json(await loadStatus(), status);
  };
  routes.use(identifyAccount(context));

  for (const path of ['/captchacheck', '/captchacheck/'])
    routes.get(path, claimDocs.captchacheck, c => c.json(captchaVerifier.getRequirement()));

  routes.post('/', claimDocs.create, async c => {
    const { account } = c.var;
    const { created, isRepetition } = await submitClaim({
      text: await c.req.text(),
      key: c.req.header('idempotency-key'),
      network: c.var.clientNetwork,
      userId: account?.user.id ?? null,
      ...(account && {
        saver: {
          device: readAccountDevice(c),
          checkAccess: () => checkFreshAuthentication(context, account),
        },
      }),
      countPromocode: promocode => countPromocodeAttempt(context, promocode, [c.var.clientNetwork]),
      resolveSource: source => readReferralSource(c, context.config, source),
    });
    if (isRepetition) c.set('isRepetition', true);
    return c.json(created, 201);
  });

  routes.get('/:id/status/', claimDocs.status, async c => {
    const found = await authorize(c);
    if (found.access === 'denied') throw notFoundProblem;
    if (found.access === 'public') return c.json({ status: found.claim.status });
    return c.json(await found.loadStatus());
  });

  routes.get('/:id/requisite/', claimDocs.requisite, requireClaimOwner, async c =>
    c.json(await c.var.owned.loadRequisite()),
  );

  routes.get('/:id/form/', claimDocs.form, requireClaimOwner, async c => {
    const { claim, loadRequisite } = c.var.owned;
    const merchant = buildMerchantForm(context, claim, getClaimCurrencies(context.catalogue, claim));
    const answer: ClaimForm = merchant ?? { kind: 'requisites', requisite: await loadRequisite() };
    return c.json(answer);
  });

  routes.post('/:id/confirm/', claimDocs.confirm, requireClaimOwner, async c =>
    c.json(await confirmPayment(context, c.var.owned.claim.id, c.req.header('idempotency-key'))),
  );

  routes.post('/:id/bill/', claimDocs.addBill, requireClaimOwner, async c => {
    const { id } = c.var.owned.claim;
    await withUpload(c, async upload => addReceipt(context, id, await upload.readFile()));
    return sendClaim(c, 201);
  });

  routes.delete('/:id/bill/:bill/', claimDocs.removeBill, requireClaimOwner, async c => {
    await removeReceipt(context, c.var.owned.claim.id, c.req.param('bill'));
    return sendClaim(c);
  });

  routes.post('/:id/cancel/', claimDocs.cancel, requireClaimOwner, async c => {
    await cancelClaim(context, c.var.owned.claim.id);
    return sendClaim(c);
  });

  routes.post('/:id/accept/', claimDocs.accept, requireClaimOwner, async c => {
    await acceptOffer(context, c.var.owned.claim.id);
    return sendClaim(c);
  });

  routes.post('/:id/refund/', claimDocs.refund, requireClaimOwner, async c => {
    const { account } = c.var;
    const { claim, hasSecret } = c.var.owned;
    // An access token alone may be stolen. The claim's secret is a separate proof.
    if (!hasSecret && account) await checkFreshAuthentication(context, account);
    await requestRefund(context, claim, { text: await c.req.text(), device: readAccountDevice(c) });
    return sendClaim(c);
  });

  routes.post('/:id/refund/stop/', claimDocs.stopRefund, async c => {
    const { token } = await parseJsonBody(c, RefundStop);
    const answer: RefundStopResult = { outcome: await stopRefund(context, c.req.param('id'), token) };
    return c.json(answer);
  });

  routes.post('/:id/handoff/', claimDocs.handoff, requireClaimOwner, c => {
    // Only for requests that already have the secret: with it, a refund needs no proof of identity.
    const secret = c.req.header('x-claim-secret');
    const path = `/claim/${c.var.owned.claim.id}${secret === undefined ? '' : `#${secret}`}`;
    const answer: ClaimHandoff = { url: context.config.publicOrigin + path };
    return c.json(answer);
  });

  addTelegramRoutes(routes, context, requireClaimOwner);
  return routes;
}
