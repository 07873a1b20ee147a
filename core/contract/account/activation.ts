import * as v from 'valibot';
import { isoInstant } from '../calculator.ts';
import { SignedCredential } from './passkeys.ts';

/** Ways to activate an account with another browser than the one that signed up (ext). */
export const ACTIVATION_METHODS = ['password', 'passkey', 'new_password'] as const;
export type ActivationMethod = (typeof ACTIVATION_METHODS)[number];

/**
 * POST users/activate/{token}/ : 204. The body is ext, and the browser that signed up sends none. `password`, `passkey`: those
 * of the sign-up. `newPassword` replaces them, so both consents are given anew.
 */
export const Activation = v.object({
  password: v.optional(v.string()),
  passkey: v.optional(SignedCredential),
  newPassword: v.optional(v.string()),
  consent: v.optional(v.boolean()),
  rules: v.optional(v.boolean()),
});
export type Activation = v.InferInput<typeof Activation>;

/** Where and when somebody signed up, so that its owner recognizes the sign-up. */
export const SignupOrigin = v.object({ device: v.string(), network: v.string(), at: isoInstant });

/** 403 `activation_proof_required` (ext): the link is valid and was not used up. */
export const ActivationProofRequired = v.looseObject({
  code: v.literal('activation_proof_required'),
  methods: v.array(v.picklist(ACTIVATION_METHODS)),
  /** Null if an earlier version has stored the sign-up. */
  signup: v.nullable(SignupOrigin),
});
export type ActivationProofRequired = v.InferOutput<typeof ActivationProofRequired>;
