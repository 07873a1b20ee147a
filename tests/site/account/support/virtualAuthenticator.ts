import type { Page } from '@playwright/test';

/** An authenticator of the browser, as a phone with a fingerprint has one. */
export interface VirtualAuthenticator {
  /** Whether the person answers the prompts of this browser; else they are cancelled. */
  setPresent(isPresent: boolean): Promise<void>;
  countCredentials(): Promise<number>;
  /** Forgets all passkeys, as a new device. */
  clear(): Promise<void>;
}

/** Adds an authenticator to the page's browser; it accepts every prompt. */
export async function addVirtualAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async setPresent(isPresent) {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: isPresent });
    },
    async countCredentials() {
      const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId });
      return credentials.length;
    },
    async clear() {
      await session.send('WebAuthn.clearCredentials', { authenticatorId });
    },
  };
}
