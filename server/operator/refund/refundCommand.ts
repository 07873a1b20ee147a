import { transactOnClaim } from '../../claims/lockClaim.ts';
import { getRefundFields, getRefundRequisites } from '../../claims/refund/refundFields.ts';
import { enqueueRefundLetter } from '../../claims/refund/refundLetter.ts';
import { setRefundRequisites } from '../../claims/refund/setRefundRequisites.ts';
import { validateRequisites } from '../../claims/create/validateRequisites.ts';
import { getClaimCurrencies } from '../../claims/view/claimStatus.ts';
import { maskRequisites } from '../../claims/view/maskRequisites.ts';
import type { Currency } from '../../catalogue/catalogueSnapshot.ts';
import type { ClaimRow } from '../../database/claimRows.ts';
import { writeAuditEntry } from '../auditLog.ts';
import { findClaim } from '../findClaim.ts';
import {
  createFailure,
  createSuccess,
  formatAlternatives,
  type CommandResult,
  type OperatorCommand,
} from '../operatorCommand.ts';
import { SUPPORT_DEVICE } from '../partners/supportDevice.ts';

/** The argument that stands for the requisites of the payment. */
const PAYER = 'payer';

/** Statuses in which a refund may still go elsewhere. */
const CORRECTABLE_STATUSES: readonly ClaimRow['status'][] = ['hold', 'payout_error', 'refunding'];

/** Corrects where the refund of a claim goes. */
export const refundCommand: OperatorCommand = {
  usage: [`refund <id> ${PAYER}`, 'refund <id> <field>=<value> …'],
  summary: 'correct where the refund of a claim goes, after asking the client',
  help: [
    '<id>      the claim’s number, public number or uuid',
    `${PAYER}     the requisites of the payment`,
    '<field>=<value>',
    '          other requisites; a coin has refund=<address>, with refundMemo=<tag> where the network has one, a bank',
    '          card=<number>, a transfer by phone phone=<number>, cash fio=<name> and telegram=<name>',
    '',
    'The requisites of the payment stay as they are: “claim <id>” shows both. A claim on hold stays on hold until the',
    'status refunding. While the refund is in progress, the client is told where it goes, and can stop it.',
  ],
  examples: ['refund 7K4QPZ payer', 'refund 7K4QPZ card=2200000000000004'],
  options: [],
  argumentRange: [2, 4],
  async run(context, [id = '', ...args]) {
    const found = await findClaim(context.db, id);
    if (!found) return createFailure(`There is no claim ${id.trim()}.`);
    const { from } = getClaimCurrencies(context.catalogue, found);
    const parsed = await parseDestination(from, found, args);
    if (typeof parsed === 'string') return createFailure(parsed);
    return transactOnClaim(context.db, found.id, async (trx, claim): Promise<CommandResult> => {
      const { public_number: number } = found;
      if (!claim || !CORRECTABLE_STATUSES.includes(claim.status))
        return createFailure(
          `${number} is ${claim?.status}: a refund is corrected in the status ${formatAlternatives(CORRECTABLE_STATUSES)}.`,
        );
      const at = BigInt(context.now());
      const named = await setRefundRequisites(trx, claim, { currency: from, requisites: parsed, at });
      const destination = named.refund_requisites === null ? PAYER : 'other';
      await writeAuditEntry(context, trx, { command: 'refund', target: claim.id, detail: { destination } });
      if (claim.status === 'refunding')
        await enqueueRefundLetter(context, trx, named, { device: SUPPORT_DEVICE, at });
      const masked = maskRequisites(parsed, getRefundFields(from));
      const next = claim.status === 'refunding' ? '' : ` Continue with “claim ${number} refunding”.`;
      return createSuccess(`${number}: the refund goes to ${masked}.${next}`);
    });
  },
};

/** Parses where the refund goes; a text says what is wrong. */
async function parseDestination(
  currency: Currency,
  claim: ClaimRow,
  args: readonly string[],
): Promise<Record<string, string> | string> {
  if (args.length === 1 && args[0] === PAYER)
    return (
      getRefundRequisites(currency, { ...claim, refund_requisites: null }) ??
      'The payment has no requisites to refund to, or they are erased: give other ones.'
    );
  const fields = getRefundFields(currency);
  const expected = fields.map(({ name }) => `${name}=<value>`).join(' ');
  if (args.some(arg => !/^\w+=/.test(arg)))
    return `A refund in ${currency.code} needs ${PAYER} or ${expected}.`;
  const values = Object.fromEntries(
    args.map(arg => [arg.slice(0, arg.indexOf('=')), arg.slice(arg.indexOf('=') + 1)]),
  );
  const valid = await validateRequisites({ path: 'requisites', code: currency.code, fields, values });
  const errors = Object.entries(valid.fieldErrors).map(
    ([path, { code }]) => `${path.replace('requisites.', '')} (${code})`,
  );
  return errors.length > 0
    ? `Invalid: ${errors.join(', ')}. A refund in ${currency.code} needs ${PAYER} or ${expected}. Nothing was changed.`
    : valid.values;
}
