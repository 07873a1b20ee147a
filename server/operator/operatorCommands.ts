import { backupCommand } from './backupCommand.ts';
import { citiesCommand, cityCommand } from './catalogue/cityCommands.ts';
import { checkCommand } from './catalogue/checkCommand.ts';
import { closeCommand, openCommand } from './catalogue/closingCommands.ts';
import { currencyCommand } from './catalogue/currencyCommand.ts';
import { pairCommand } from './catalogue/pairCommand.ts';
import { promocodeCommand, promocodesCommand } from './catalogue/promocodeCommands.ts';
import { rateCommand } from './catalogue/rateCommand.ts';
import { requisiteCommand, requisitesCommand } from './catalogue/requisiteCommands.ts';
import { reserveCommand } from './catalogue/reserveCommand.ts';
import { settingCommand, settingsCommand } from './catalogue/settingCommands.ts';
import { tierCommand, tiersCommand } from './catalogue/tierCommands.ts';
import { changesCommand } from './changesCommand.ts';
import { claimCommand } from './claimCommand.ts';
import { claimsCommand } from './claimsCommand.ts';
import type { OperatorCommand } from './operatorCommand.ts';
import { fileCommand } from './fileCommand.ts';
import { keysCommand } from './keysCommand.ts';
import { letterCommand, lettersCommand } from './letters/letterCommands.ts';
import { newsCommand } from './letters/newsCommand.ts';
import { maintenanceCommand } from './maintenanceCommand.ts';
import { accrualCommand } from './partners/accrualCommand.ts';
import { methodCommand, methodsCommand } from './partners/methodCommands.ts';
import { partnerCommand, partnersCommand } from './partners/partnerCommands.ts';
import { withdrawalCommand, withdrawalsCommand } from './partners/withdrawalCommands.ts';
import { refundCommand } from './refund/refundCommand.ts';
import { returnCommand } from './returnCommand.ts';
import { userCommand } from './userCommand.ts';
import { verificationCommand, verificationsCommand } from './verificationCommands.ts';

/** All commands by name, in the order of the help. */
export const operatorCommands: Readonly<Record<string, OperatorCommand>> = {
  claims: claimsCommand,
  claim: claimCommand,
  refund: refundCommand,
  return: returnCommand,
  verifications: verificationsCommand,
  verification: verificationCommand,
  file: fileCommand,
  user: userCommand,
  partners: partnersCommand,
  partner: partnerCommand,
  withdrawals: withdrawalsCommand,
  withdrawal: withdrawalCommand,
  methods: methodsCommand,
  method: methodCommand,
  accrual: accrualCommand,
  letters: lettersCommand,
  letter: letterCommand,
  news: newsCommand,
  requisites: requisitesCommand,
  requisite: requisiteCommand,
  reserve: reserveCommand,
  rate: rateCommand,
  pair: pairCommand,
  check: checkCommand,
  currency: currencyCommand,
  close: closeCommand,
  open: openCommand,
  cities: citiesCommand,
  city: cityCommand,
  promocodes: promocodesCommand,
  promocode: promocodeCommand,
  tiers: tiersCommand,
  tier: tierCommand,
  settings: settingsCommand,
  setting: settingCommand,
  maintenance: maintenanceCommand,
  changes: changesCommand,
  backup: backupCommand,
  keys: keysCommand,
};
