import type {
  NewCredential,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  SignedCredential,
} from '../../contract/account/passkeys/passkeys.ts';

/** The prompts of a browser. Each resolves with null if the person cancels it, and rejects with PasskeyPromptError. */
export interface PasskeyPrompt {
  create(options: PasskeyCreationOptions): Promise<NewCredential | null>;
  sign(options: PasskeyRequestOptions): Promise<SignedCredential | null>;
}

/**
 * Why a prompt failed. `exists`: the device has a passkey of this account; `unsupported`: the device can
 * store no passkey, or cannot verify its user.
 */
export type PasskeyPromptFailure = 'exists' | 'unsupported' | 'failed';

/** The error of a prompt that was not cancelled. */
export class PasskeyPromptError extends Error {
  override readonly name = 'PasskeyPromptError';
  readonly reason: PasskeyPromptFailure;

  constructor(reason: PasskeyPromptFailure, cause: unknown) {
    super(`The passkey prompt failed: ${reason}`, { cause });
    this.reason = reason;
  }
}
