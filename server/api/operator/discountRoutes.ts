import {
  addPromocodeCall,
  listDiscountsCall,
  NewPromocode,
} from '#core/contract/operator/terms/discounts.ts';
import { addPromocode, listPromocodes } from '#server/operator/catalogue/promocodeCommands.ts';
import { listTiers } from '#server/operator/catalogue/tierCommands.ts';
import { runStaffChange } from '#server/operator/defineCommand.ts';
import type { AddStaffCalls } from './staffGuard.ts';

/** Routes of discounts for staff. */
export const addStaffDiscountCalls: AddStaffCalls = (addCall, context, accessFor) => {
  addCall(listDiscountsCall, { access: accessFor('read') }, async () => {
    await context.catalogue.reload();
    return { tiers: await listTiers(context), promocodes: await listPromocodes(context) };
  });
  addCall(
    addPromocodeCall,
    { access: accessFor('courses'), body: NewPromocode, codes: ['too_long'] },
    (c, { body }) => runStaffChange(c.var.staff.operator, 'promocode add', trx => addPromocode(trx, body)),
  );
};
