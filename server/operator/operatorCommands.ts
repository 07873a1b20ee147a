import { backupCommand } from './backupCommand.ts';
import { claimCommand } from './claimCommand.ts';
import { claimsCommand } from './claimsCommand.ts';
import type { OperatorCommand } from './operatorCommand.ts';
import { fileCommand } from './fileCommand.ts';
import { keysCommand } from './keysCommand.ts';
import { maintenanceCommand } from './maintenanceCommand.ts';
import { rateCommand } from './rateCommand.ts';
import { reserveCommand } from './reserveCommand.ts';
import { returnCommand } from './returnCommand.ts';
import { verificationCommand, verificationsCommand } from './verificationCommands.ts';

/** All commands by name, in the order of the help. */
export const operatorCommands: Readonly<Record<string, OperatorCommand>> = {
  claims: claimsCommand,
  claim: claimCommand,
  return: returnCommand,
  verifications: verificationsCommand,
  verification: verificationCommand,
  file: fileCommand,
  reserve: reserveCommand,
  rate: rateCommand,
  maintenance: maintenanceCommand,
  backup: backupCommand,
  keys: keysCommand,
};
