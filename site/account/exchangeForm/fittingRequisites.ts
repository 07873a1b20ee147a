import type { AccountRequisite } from '#core/contract/account/savedRequisite.ts';
import type { RequisiteField } from '#core/contract/course/pair.ts';
import { FIELD_TYPES } from '#core/exchange/requisites/fieldTypes.ts';

/** The saved requisites of a currency with values for the fields: at least for those that money is sent to or from. */
export function listFittingRequisites(
  requisites: readonly AccountRequisite[],
  code: string | undefined,
  fields: readonly RequisiteField[],
): AccountRequisite[] {
  const destinations = fields.filter(({ type }) => FIELD_TYPES[type].isDestination);
  if (destinations.length === 0) return [];
  return requisites.filter(
    ({ currency, values }) => currency.code === code && destinations.every(({ name }) => values[name]),
  );
}
