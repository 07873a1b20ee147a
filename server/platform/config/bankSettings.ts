import * as v from 'valibot';

/** The variable of a bank's webhook. */
export const bankVariables = {
  BANK_WEBHOOK_SECRET: {
    default: '',
    meaning:
      'signs the transfers that a bank [reports by a webhook](deploy/operate.md#a-banks-webhook); without it that call does not exist',
    allowed: '`whsec_` and 24 to 64 bytes as base64: echo whsec_$(openssl rand -base64 32)',
    secret: true,
  },
} as const;

const secretSchema = v.pipe(v.string(), v.regex(/^whsec_[A-Za-z\d+/]{32,86}={0,2}$/));

/** Parses the secret of the bank's webhook, in the format of Standard Webhooks; null without one. */
export const parseBankSecret = (
  parseVariable: <T>(name: keyof typeof bankVariables, schema: v.GenericSchema<string, T>, fallback: T) => T,
): string | null => parseVariable<string | null>('BANK_WEBHOOK_SECRET', secretSchema, null);
