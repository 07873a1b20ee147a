import { Hono, type Context } from 'hono';
import type { ClaimForm, ClaimHandoff } from '#core/contract/claim.ts';
import { RefundStop, type RefundStopResult } from '#core/contract/claim/refund.ts';
import { readAccountDevice } from '../accounts/accountClient.ts';
import type { AccountContext } from '../accounts/accountContext.ts';
import { identifyAccount } from '../accounts/identifyAccount.ts';
import { checkFreshAuthentication } from '../accounts/sessions/confirmIdentity.ts';
import { createCaptchaVerifier, type CaptchaVerifier } from '../captchaVerifier.ts';
import { acceptOffer } from '../claims/recalculation/acceptOffer.ts';
import { addReceipt, removeReceipt } from '../claims/payment/receipts.ts';
import { cancelClaim } from '../claims/status/cancelClaim.ts';
import { confirmPayment } from '../claims/payment/confirmPayment.ts';
import { createClaimCreator } from '../claims/create/createClaim.ts';
import { authorizeClaim, readClaimCredentials, type ClaimAccess } from '../claims/view/authorizeClaim.ts';
import { readReferralSource } from '../referral/referralSource.ts';
import { requestRefund } from '../claims/refund/requestRefund.ts';
import { stopRefund } from '../claims/refund/stopRefund.ts';
import { parseJsonBody } from '../http/parseJsonBody.ts';
import { sendProblemResult } from '../http/problemResponse.ts';
import { notFoundProblem, type ProblemResult } from '../http/problemResult.ts';
import { getClaimCurrencies } from '../claims/view/claimStatus.ts';
import type { ServerContext } from '../context.ts';
import { withUpload } from '../files/uploadReader.ts';
import { countPromocodeAttempt } from '../limits/promocodeAttempts.ts';
import { buildMerchantForm } from '../merchant/merchantOrder.ts';
import { addTelegramRoutes } from '../telegram/telegramRoutes.ts';
import { claimDocs } from './claimDocs.ts';

/** Access of the claim's owner. */
type OwnedClaim = Extract<ClaimAccess, { access: 'owner' }>;

/** Routes below /api/v1/claim. `captchaVerifier` defaults to the configured captcha. */
export function createClaimRoutes(
  context: ServerContext & Pick<AccountContext, 'getLimit'>,
  captchaVerifier: CaptchaVerifier = createCaptchaVerifier(context.config),
): Hono {
  const routes = new Hono();
  const submitClaim = createClaimCreator(context, captchaVerifier);
  const authorize = (c: Context) => authorizeClaim(context, c.req.param('id') ?? '', readClaimCredentials(c));
  routes.use(identifyAccount(context));

  for (const path of ['/captchacheck', '/captchacheck/'])
    routes.get(path, claimDocs.captchacheck, c => c.json(captchaVerifier.getRequirement()));

  routes.post('/', claimDocs.create, async c => {
    const result = await submitClaim({
      text: await c.req.text(),
      key: c.req.header('idempotency-key'),
      network: c.var.clientNetwork,
      userId: c.var.account?.user.id ?? null,
      ...(c.var.account && { saver: { account: c.var.account, device: readAccountDevice(c) } }),
      countPromocode: promocode => countPromocodeAttempt(context, promocode, [c.var.clientNetwork]),
      resolveSource: source => readReferralSource(c, context.config, source),
    });
    const isRepetition = result.ok ? result.isRepetition : result.body.code === 'idempotency_conflict';
    if (isRepetition) c.set('isRepetition', true);
    return result.ok ? c.json(result.created, 201) : sendProblemResult(c, result);
  });

  routes.get('/:id/status/', claimDocs.status, async c => {
    const found = await authorize(c);
    if (found.access === 'denied') return sendProblemResult(c, notFoundProblem);
    if (found.access === 'public') return c.json({ status: found.claim.status });
    return c.json(await found.loadStatus());
  });

  /** Runs a handler for the claim's owner only. */
  const withOwnedClaim =
    (call: (c: Context, access: OwnedClaim) => Promise<Response> | Response) => async (c: Context) => {
      const found = await authorize(c);
      return found.access === 'owner' ? call(c, found) : sendProblemResult(c, notFoundProblem);
    };
  /** Runs an action of the owner. Sends the claim after it, or the refusal. */
  const runOwnerAction = (
    performAction: (c: Context, owned: OwnedClaim) => Promise<ProblemResult | null>,
    successStatus: 200 | 201 = 200,
  ) =>
    withOwnedClaim(async (c, found) => {
      const refusal = await performAction(c, found);
      if (refusal) return sendProblemResult(c, refusal);
      const after = await authorize(c);
      return after.access === 'owner'
        ? c.json(await after.loadStatus(), successStatus)
        : sendProblemResult(c, notFoundProblem);
    });

  routes.get(
    '/:id/requisite/',
    claimDocs.requisite,
    withOwnedClaim(async (c, access) => c.json(await access.loadRequisite())),
  );

  routes.get(
    '/:id/form/',
    claimDocs.form,
    withOwnedClaim(async (c, { claim, loadRequisite }) => {
      const merchant = buildMerchantForm(context, claim, getClaimCurrencies(context.catalogue, claim));
      const answer: ClaimForm = merchant ?? { kind: 'requisites', requisite: await loadRequisite() };
      return c.json(answer);
    }),
  );

  routes.post(
    '/:id/confirm/',
    claimDocs.confirm,
    withOwnedClaim(async (c, { claim }) => {
      const result = await confirmPayment(context, claim.id, c.req.header('idempotency-key'));
      return result.ok ? c.json(result.status) : sendProblemResult(c, result);
    }),
  );

  routes.post(
    '/:id/bill/',
    claimDocs.addBill,
    runOwnerAction(
      (c, { claim }) =>
        withUpload(c, async upload => {
          const file = await upload.readFile();
          return file.ok ? addReceipt(context, claim.id, file) : file;
        }),
      201,
    ),
  );

  routes.delete(
    '/:id/bill/:bill/',
    claimDocs.removeBill,
    runOwnerAction((c, { claim }) => removeReceipt(context, claim.id, c.req.param('bill') ?? '')),
  );

  routes.post(
    '/:id/cancel/',
    claimDocs.cancel,
    runOwnerAction((_, { claim }) => cancelClaim(context, claim.id)),
  );
  routes.post(
    '/:id/accept/',
    claimDocs.accept,
    runOwnerAction((_, { claim }) => acceptOffer(context, claim.id)),
  );
  routes.post(
    '/:id/refund/',
    claimDocs.refund,
    // Who has an access token alone may be a thief. The claim's secret is a proof of its own.
    runOwnerAction(async (c, { claim, hasSecret }) => {
      const { account } = c.var;
      const refusal = hasSecret || !account ? null : await checkFreshAuthentication(context, account);
      return (
        refusal ?? requestRefund(context, claim, { text: await c.req.text(), device: readAccountDevice(c) })
      );
    }),
  );
  routes.post('/:id/refund/stop/', claimDocs.stopRefund, async c => {
    const body = await parseJsonBody(c, RefundStop);
    if (!body.ok) return sendProblemResult(c, body);
    const result = await stopRefund(context, c.req.param('id'), body.output.token);
    if (!result.ok) return sendProblemResult(c, result);
    const answer: RefundStopResult = { outcome: result.outcome };
    return c.json(answer);
  });

  routes.post(
    '/:id/handoff/',
    claimDocs.handoff,
    withOwnedClaim((c, { claim }) => {
      // Only to who has the secret already: with it, a refund needs no proof of identity.
      const secret = c.req.header('x-claim-secret');
      const path = `/claim/${claim.id}${secret === undefined ? '' : `#${secret}`}`;
      const answer: ClaimHandoff = { url: context.config.publicOrigin + path };
      return c.json(answer);
    }),
  );

  addTelegramRoutes(routes, context, withOwnedClaim);
  return routes;
}
