import { unitsToDecimal, type Units } from '#core/exchange/amount.ts';
import { getUnsettledAmount, payOutReserve } from '../catalogue/reserveLedger.ts';
import { MAX_REFERENCE_LENGTH } from '../claims/payment/paymentReference.ts';
import { transactOnClaim } from '../claims/lockClaim.ts';
import { writeAuditEntry } from './auditLog.ts';
import { findClaim } from './findClaim.ts';
import { createFailure, createSuccess, type OperatorCommand } from './operatorCommand.ts';
import { parseAmountArgument } from './parseAmountArgument.ts';

/** Records that money which arrived after the end of a claim was sent back. */
export const returnCommand: OperatorCommand = {
  usage: ['return <id> <amount> --reference <text>'],
  summary: 'record that money which arrived after the end of a claim was sent back',
  help: [
    '<id>      the claim’s number, public number or uuid; `claims --unsettled` lists the claims',
    '<amount>  in the currency sent, at most what arrived after the end and was not returned',
    '--reference',
    '          the transaction or number of the transfer to the client, who sees a transaction',
    '',
    'Until then the money is held in the reserve of its currency. Money of an open claim is refunded with the status',
    'refunding instead. Example: return 4821 0.015 --reference f4184fc5…',
  ],
  examples: ['return 7K4QPZ 0.5 --reference 9f86…08'],
  options: ['reference'],
  argumentRange: [2, 2],
  async run(context, [id = '', text = ''], options) {
    const row = await findClaim(context.db, id);
    if (!row) return createFailure(`There is no claim ${id.trim()}.`);
    const { public_number: number, from_code: code } = row;
    const decimals = Number(row.from_decimals);
    const amount = parseAmountArgument(text, decimals);
    if (!amount)
      return createFailure(
        `“${text}” is not a positive amount of ${code} with at most ${decimals} decimals.`,
      );
    const reference = options.reference?.trim() ?? '';
    if (reference === '' || reference.length > MAX_REFERENCE_LENGTH)
      return createFailure(`--reference must have 1 to ${MAX_REFERENCE_LENGTH} characters.`);
    const format = (units: Units) => `${unitsToDecimal(units, decimals)} ${code}`;
    const outcome = await transactOnClaim(context.db, row.id, async trx => {
      const at = context.now();
      const known = await trx
        .selectFrom('payouts')
        .select('claim_id')
        .where('claim_id', '=', row.id)
        .where('kind', '=', 'refund')
        .where('reference', '=', reference)
        .executeTakeFirst();
      if (known) return { ok: false as const, unsettled: null };
      const unsettled = await getUnsettledAmount(trx, row);
      if (amount > unsettled) return { ok: false as const, unsettled };
      await payOutReserve(trx, { currencyId: row.from_id, claimId: row.id, amount, at });
      await trx
        .insertInto('payouts')
        .values({ claim_id: row.id, kind: 'refund', reference, at: BigInt(at) })
        .execute();
      const detail = { amount: unitsToDecimal(amount, decimals), reference };
      await writeAuditEntry(context, trx, { command: 'return', target: row.id, detail });
      return { ok: true as const, rest: unsettled - amount };
    });
    if (!outcome.ok)
      return createFailure(
        outcome.unsettled === null
          ? `A return of ${number} with the reference “${reference}” is recorded already. Nothing was changed.`
          : outcome.unsettled === 0n
            ? `Nothing of ${number} is to be returned: no money arrived after its end.`
            : `Only ${format(outcome.unsettled)} of ${number} is to be returned.`,
      );
    const rest = outcome.rest === 0n ? '' : ` ${format(outcome.rest)} is still to be returned.`;
    return createSuccess(`${number}: ${format(amount)} returned.${rest}`);
  },
};
