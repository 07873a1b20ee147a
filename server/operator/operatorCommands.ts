import { cityCommands } from './catalogue/cityCommands.ts';
import { checkCommands } from './catalogue/checkCommand.ts';
import { closingCommands } from './catalogue/closingCommands.ts';
import { currencyCommands } from './catalogue/currencyCommand.ts';
import { pairCommands } from './catalogue/pairCommand.ts';
import { promocodeCommands } from './catalogue/promocodeCommands.ts';
import { rateCommands } from './catalogue/rateCommand.ts';
import { requisiteCommands } from './requisites/requisiteCommands.ts';
import { reserveCommands } from './catalogue/reserveCommand.ts';
import { settingCommands } from './catalogue/settingCommands.ts';
import { tierCommands } from './catalogue/tierCommands.ts';
import { changesCommands } from './changesCommand.ts';
import { claimCommands } from './claims/claimCommand.ts';
import { claimsCommands } from './claims/claimsCommand.ts';
import { paymentCommands } from './claims/payments/paymentCommand.ts';
import { refundCommands } from './claims/refund/refundCommand.ts';
import { returnCommands } from './claims/returnCommand.ts';
import { verificationCommands } from './claims/verificationCommands.ts';
import type { CommandManual, OperatorCall } from './defineCommand.ts';
import { backupCommands, fileCommands } from './fileCommands.ts';
import { keysCommands } from './keysCommand.ts';
import { emailCommands } from './emails/emailCommands.ts';
import { newsCommands } from './emails/newsCommand.ts';
import { accrualCommands } from './partners/accrualCommand.ts';
import { methodCommands } from './partners/methodCommands.ts';
import { partnerCommands } from './partners/partnerCommands.ts';
import { withdrawalCommands } from './partners/withdrawalCommands.ts';
import { paymentsCommands } from './payments/paymentsCommand.ts';
import { staffCommands } from './staff/staffCommands.ts';
import { userCommands } from './userCommand.ts';

/** One command of the operator's command line: the calls that begin with its name. */
export interface OperatorCommand extends CommandManual {
  examples: readonly string[];
  usage: readonly string[];
  options: readonly string[];
  calls: readonly OperatorCall[];
}

/** The manuals and calls of all commands, in the order of the help. */
const parts: readonly (CommandManual | OperatorCall)[] = [
  [
    claimsCommands,
    claimCommands,
    paymentCommands,
    refundCommands,
    returnCommands,
    verificationCommands,
    fileCommands,
  ],
  [userCommands, staffCommands, partnerCommands, withdrawalCommands, methodCommands, accrualCommands],
  [emailCommands, newsCommands, requisiteCommands, reserveCommands, rateCommands, pairCommands],
  [checkCommands, currencyCommands, closingCommands, cityCommands, promocodeCommands, tierCommands],
  [settingCommands, changesCommands, backupCommands, keysCommands, paymentsCommands],
].flat(2);

/** All commands by name, in the order of the help. */
export const operatorCommands = createCommands(parts);

/** Assigns each call to the manual whose name its usage begins with. Throws for a call without a manual. */
export function createCommands(
  parts: readonly (CommandManual | OperatorCall)[],
): Readonly<Record<string, OperatorCommand>> {
  const manuals = parts.filter(part => 'summary' in part);
  const calls = Map.groupBy(
    parts.filter(part => 'forms' in part),
    ({ forms }) => forms[0]?.fixedWords[0] ?? '',
  );
  for (const name of calls.keys())
    if (manuals.every(manual => manual.name !== name)) throw new Error(`The call “${name}” has no manual.`);
  return Object.fromEntries(
    manuals.map(manual => [manual.name, createCommand(manual, calls.get(manual.name) ?? [])]),
  );
}

/** Derives the usage and options of a command from its calls. */
function createCommand(manual: CommandManual, calls: readonly OperatorCall[]): OperatorCommand {
  const forms = calls.flatMap(call => call.forms);
  const options = new Set(forms.flatMap(({ options }) => options.map(({ name }) => name)));
  const { examples = [manual.name] } = manual;
  return { ...manual, examples, usage: forms.map(({ usage }) => usage), options: [...options], calls };
}
