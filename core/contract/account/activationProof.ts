import * as v from 'valibot';
import { isoInstant } from '../calculator.ts';

/** Ways to activate an account with another browser than the one that signed up (ext). */
export const ACTIVATION_METHODS = ['password', 'passkey', 'new_password'] as const;
export type ActivationMethod = (typeof ACTIVATION_METHODS)[number];

/** Device, network and time of a sign-up, by which its owner recognizes it. */
export const SignupOrigin = v.object({ device: v.string(), network: v.string(), at: isoInstant });

/** 403 `activation_proof_required` (ext): the link is valid and was not used up. */
export const ActivationProofRequired = v.looseObject({
  code: v.literal('activation_proof_required'),
  methods: v.array(v.picklist(ACTIVATION_METHODS)),
  /** Null if an earlier version has stored the sign-up. */
  signup: v.nullable(SignupOrigin),
});
export type ActivationProofRequired = v.InferOutput<typeof ActivationProofRequired>;

/** 404 of users/activate/{token}/ (ext): why the link is invalid. `used`: the e-mail has an activated account. */
export const ActivationRefusal = v.looseObject({
  code: v.literal('link_invalid'),
  reason: v.picklist(['unknown', 'used', 'expired']),
});
export type ActivationRefusal = v.InferOutput<typeof ActivationRefusal>;
