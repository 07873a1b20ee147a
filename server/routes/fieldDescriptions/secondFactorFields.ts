import { ExportedSecondFactor } from '#core/contract/account/accountExport.ts';
import {
  RecoveryCodes,
  SecondFactorState,
  TotpCode,
  TotpSetup,
} from '#core/contract/account/secondFactor.ts';
import { RestoreCodeRequired, SecondFactorAnswer, SecondFactorChallenge } from '#core/contract/auth.ts';
import { describeFields, type DescribedSchema } from './describeFields.ts';

const recoveryCodes = 'Recovery codes that are left';
const methods = 'Ways to give the code: of the app, or a recovery code';
const code = 'Six digits of the app, or a recovery code; spaces, hyphens and case do not count';

/** Descriptions of the fields of a second factor. */
export const secondFactorFields: readonly DescribedSchema[] = [
  describeFields(SecondFactorState, {
    enabledAt: 'When the second factor was turned on; null while it is off',
    recoveryCodes,
  }),
  describeFields(ExportedSecondFactor, { enabledAt: 'When it was turned on', recoveryCodes }),
  describeFields(TotpSetup, {
    secret: 'The secret, 160 bit as base32: SHA-1, 6 digits, 30 seconds',
    uri: 'The same as otpauth://totp/…, for a QR code',
    expiresAt: 'Until when its first code turns the second factor on',
  }),
  describeFields(TotpCode, { code: 'Six digits of the app' }),
  describeFields(RecoveryCodes, { codes: 'Ten codes. Each works once' }),
  describeFields(SecondFactorAnswer, { challenge: 'Of `second_factor_required`', code }),
  describeFields(SecondFactorChallenge, {
    code: 'Always `second_factor_required`',
    challenge: 'Goes with the code to `login/`, within 5 minutes; accepts 5 codes',
    methods,
  }),
  describeFields(RestoreCodeRequired, { code: 'Always `second_factor_required`', methods }),
];
