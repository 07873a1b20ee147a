import { expect, test } from 'vitest';
import { createAccountContext } from '#server/accounts/accountContext.ts';
import { activateAccount } from '#server/accounts/signup/activateAccount.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { forEachDatabase } from '../../../support/testServer.ts';
import { pressLink, signUp } from '../support/activationCalls.ts';
import { openPasskeyBrowser } from '../support/passkeyBrowser.ts';

forEachDatabase(startServer => {
  test('a press that read the sign-up before another one activated it succeeds, too', async () => {
    const testServer = await startServer({ ...relaxedLimits, TRUST_PROXY: 'loopback' });
    const browser = openPasskeyBrowser(testServer, '198.51.100.7');
    const path = await signUp(testServer, browser);
    const { context } = testServer;
    let other: Promise<unknown> | undefined;
    const db = context.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        await (other ??= pressLink(browser, path));
        return result;
      },
    });
    const network = '198.51.100.7';
    const client = {
      device: { device: 'Chrome, Windows', network: '198.51.100.0/24' },
      network,
      deviceCookie: undefined,
      signupKey: undefined,
      isKnownDevice: false,
    };
    const token = path.split('/').at(-2) ?? '';
    const accountContext = createAccountContext({ ...context, db }, () => () => 0);
    const racing = activateAccount(accountContext, { token }, () => client);
    expect(await racing).toBeNull();
    expect(await other).toBe(204);
  });
});
