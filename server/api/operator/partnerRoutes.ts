import { AccrualReversal, listPartnersCall, reverseAccrualCall } from '#core/contract/operator/partners.ts';
import { parseClaim } from '#server/operator/claims/findClaim.ts';
import { runStaffChange } from '#server/operator/defineCommand.ts';
import { parseSentence } from '#server/operator/parseValue.ts';
import { reverseClaimAccrual } from '#server/operator/partners/accrualCommand.ts';
import { listPartners } from '#server/operator/partners/partnerCommands.ts';
import { buildMethod, listMethods } from '#server/partners/withdrawals/withdrawalMethods.ts';
import type { AddStaffCalls } from './staffGuard.ts';

/** Routes of partners for staff. */
export const addStaffPartnerCalls: AddStaffCalls = (addCall, context, accessFor) => {
  addCall(listPartnersCall, { access: accessFor('read') }, async () => ({
    results: await listPartners(context),
    methods: (await listMethods(context.db, context.catalogue)).map(method => buildMethod(context, method)),
  }));
  addCall(
    reverseAccrualCall,
    { access: accessFor('partners'), body: AccrualReversal, codes: ['empty', 'too_long'] },
    (c, { body: { claim, reason } }) =>
      runStaffChange(c.var.staff.operator, 'accrual reverse', async trx =>
        reverseClaimAccrual(trx, await parseClaim(claim, { context: trx }), parseSentence(reason)),
      ),
  );
};
