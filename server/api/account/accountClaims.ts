import {
  attachClaimCall,
  ClaimAttach,
  ClaimRepeat,
  exportAccountClaimsCall,
  listAccountClaimsCall,
  repeatClaimCall,
} from '#core/contract/account/accountClaim.ts';
import { attachClaim } from '#server/accounts/claims/attachClaim.ts';
import { accountClaimList } from '#server/accounts/claims/claimList.ts';
import { repeatClaim } from '#server/accounts/claims/repeatClaim.ts';
import { createCaptchaVerifier } from '#server/platform/captchaVerifier.ts';
import { createClaimCreator } from '#server/exchange/claims/create/createClaim.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import type { CallRoutes } from '../callRoutes.ts';
import { describeIdempotencyKey } from '#server/platform/http/openapiDocs.ts';
import { createAccountAccess } from './accountGuards.ts';

const secretParameter = {
  name: 'X-Claim-Secret',
  in: 'header' as const,
  required: true,
  schema: { type: 'string' as const },
};

/** Routes of the claims of an account, below /api/v1/users. */
export function addAccountClaimCalls({ addCall, addList }: CallRoutes, context: ServerContext): void {
  const access = createAccountAccess(context).account;
  const { config } = context;
  // A logged-in user has already passed the captcha of the login.
  const createClaim = createClaimCreator(context, createCaptchaVerifier({ ...config, captcha: null }));

  addList(context, accountClaimList, {
    access,
    getOwner: c => c.var.account.user.id,
    page: listAccountClaimsCall,
    csv: { call: exportAccountClaimsCall, fileName: 'claims.csv' },
  });
  addCall(attachClaimCall, { access, parameters: [secretParameter], body: ClaimAttach }, (c, { body }) =>
    attachClaim(context, c.var.account.user.id, {
      ...body,
      secret: c.req.header('x-claim-secret'),
      network: c.var.clientNetwork,
    }),
  );
  addCall(
    repeatClaimCall,
    {
      access,
      parameters: [describeIdempotencyKey('As for the creation of a claim')],
      body: ClaimRepeat,
      status: 201,
    },
    async (c, { id, body }) => {
      const { user } = c.var.account;
      const { created, isRepetition } = await repeatClaim(context, createClaim, {
        amounts: body,
        userId: user.id,
        email: user.email,
        id,
        key: c.req.header('idempotency-key'),
        network: c.var.clientNetwork,
      });
      if (isRepetition) c.set('isRepetition', true);
      return created;
    },
  );
}
