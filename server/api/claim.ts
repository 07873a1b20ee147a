import type { Context, Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import * as v from 'valibot';
import { ClaimCreated, ClaimStatus, ClaimStatusOnly } from '#core/contract/claim.ts';
import {
  acceptOfferCall,
  cancelClaimCall,
  checkCaptchaCall,
  confirmPaymentCall,
  createClaimCall,
  createClaimHandoffCall,
  deleteReceiptCall,
  getClaimStatusCall,
  requestRefundCall,
  uploadReceiptCall,
} from '#core/contract/claim/claimActions.ts';
import { ChangedTerms, ClaimCreate } from '#core/contract/claim/claimCreate.ts';
import { getPaymentFormCall, getRequisiteCall } from '#core/contract/claim/claimPayment.ts';
import { ClaimRefund, RefundStop, stopRefundCall } from '#core/contract/claim/refund.ts';
import { Problem } from '#core/contract/problem.ts';
import { readAccountDevice } from '#server/accounts/accountClient.ts';
import type { AccountContext } from '#server/accounts/accountContext.ts';
import { identifyAccount } from '#server/accounts/sessions/authenticate.ts';
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
import {
  claimSecretParameter,
  describeIdempotencyKey,
  describeJson,
  describeJsonBody,
  describeUpload,
  uploadRefusals,
} from '#server/platform/http/openapiDocs.ts';
import { notFoundProblem } from '#server/platform/http/problem.ts';
import { getClaimCurrencies } from '#server/exchange/claims/view/claimStatus.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { withUpload } from '#server/platform/files/uploadReader.ts';
import { countPromocodeAttempt } from '#server/platform/limits/promocodeAttempts.ts';
import { buildMerchantForm } from './merchant/merchantOrder.ts';
import { createCallRoutes, everybody, type Access } from './callRoutes.ts';
import { addTelegramCalls } from './telegramRoutes.ts';

const keyParameter = describeIdempotencyKey(
  '8–128 visible ASCII characters. Repeating a request with the same key and body (ignoring `recaptcha`) returns the first response',
);

// Not in the contract: pages would load the schema of the union.
const creationConflict = describeJson(
  v.union([ChangedTerms, Problem]),
  '`course_changed` or `amount_taken` with new terms, `reserve_short`, `direction_closed`, `idempotency_conflict`, …',
);

/** Routes below /api/v1/claim. `captchaVerifier` defaults to the configured captcha. */
export function createClaimRoutes(
  context: ServerContext & Pick<AccountContext, 'getLimit'>,
  captchaVerifier: CaptchaVerifier = createCaptchaVerifier(context.config),
): Hono {
  const { routes, addCall } = createCallRoutes('/api/v1/claim', 'claim');
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
  /** The claim after an action of its owner. */
  const loadClaim = async (c: Context) => (await authorizeOwner(c)).loadStatus();
  const response = ClaimStatus;
  const owner: Access<OwnedClaimEnv> = {
    guard: requireClaimOwner,
    parameters: [{ ...claimSecretParameter, required: true }],
    refusals: { 404: describeJson(Problem, '`not_found`: no such claim, or a wrong secret') },
  };
  routes.use(identifyAccount(context));

  addCall(checkCaptchaCall, { access: everybody, otherPaths: ['/captchacheck/'] }, async () =>
    captchaVerifier.getRequirement(),
  );
  addCall(
    createClaimCall,
    {
      access: { ...everybody, refusals: { 409: creationConflict } },
      parameters: [keyParameter],
      ownBody: describeJsonBody(ClaimCreate),
      response: ClaimCreated,
      status: 201,
    },
    async c => {
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
      return created;
    },
  );
  addCall(
    getClaimStatusCall,
    {
      access: everybody,
      parameters: [claimSecretParameter],
      response: v.union([ClaimStatus, ClaimStatusOnly]),
    },
    async c => {
      const found = await authorize(c);
      if (found.access === 'denied') throw notFoundProblem;
      return found.access === 'public' ? { status: found.claim.status } : found.loadStatus();
    },
  );
  addCall(getRequisiteCall, { access: owner }, c => c.var.owned.loadRequisite());
  addCall(getPaymentFormCall, { access: owner }, async c => {
    const { claim, loadRequisite } = c.var.owned;
    const merchant = buildMerchantForm(context, claim, getClaimCurrencies(context.catalogue, claim));
    return merchant ?? { kind: 'requisites', requisite: await loadRequisite() };
  });
  addCall(confirmPaymentCall, { access: owner, response, parameters: [keyParameter] }, c =>
    confirmPayment(context, c.var.owned.claim.id, c.req.header('idempotency-key')),
  );
  addCall(
    uploadReceiptCall,
    {
      access: { ...owner, refusals: { ...owner.refusals, ...uploadRefusals } },
      ownBody: describeUpload('JPEG, PNG, WebP or PDF'),
      response,
      status: 201,
    },
    async c => {
      const { id } = c.var.owned.claim;
      await withUpload(c, async upload => addReceipt(context, id, await upload.readFile()));
      return loadClaim(c);
    },
  );
  addCall(deleteReceiptCall, { access: owner, response }, async (c, { bill }) => {
    await removeReceipt(context, c.var.owned.claim.id, bill);
    return loadClaim(c);
  });
  addCall(cancelClaimCall, { access: owner, response }, async c => {
    await cancelClaim(context, c.var.owned.claim.id);
    return loadClaim(c);
  });
  addCall(acceptOfferCall, { access: owner, response }, async c => {
    await acceptOffer(context, c.var.owned.claim.id);
    return loadClaim(c);
  });
  addCall(requestRefundCall, { access: owner, response, ownBody: describeJsonBody(ClaimRefund) }, async c => {
    const { account } = c.var;
    const { claim, hasSecret } = c.var.owned;
    // An access token alone may be stolen. The claim's secret is a separate proof.
    if (!hasSecret && account) await checkFreshAuthentication(context, account);
    await requestRefund(context, claim, { text: await c.req.text(), device: readAccountDevice(c) });
    return loadClaim(c);
  });
  addCall(stopRefundCall, { access: everybody, body: RefundStop }, async (_c, { id, body: { token } }) => ({
    outcome: await stopRefund(context, id, token),
  }));
  addCall(createClaimHandoffCall, { access: owner }, async c => {
    // Only for requests that already have the secret: with it, a refund needs no proof of identity.
    const secret = c.req.header('x-claim-secret');
    const claimPath = `/claim/${c.var.owned.claim.id}${secret === undefined ? '' : `#${secret}`}`;
    return { url: context.config.publicOrigin + claimPath };
  });
  addTelegramCalls(addCall, context, owner);
  return routes;
}
