import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPasskeyList } from '#core/account/passkeys/createPasskeyList.ts';
import { createPasskeySignup } from '#core/account/passkeys/createPasskeySignup.ts';
import type { PasskeyPrompt } from '#core/account/passkeys/passkeyPrompt.ts';
import { ApiError } from '#core/api/apiError.ts';
import { listEmails } from '../../server/accounts/support/accountBrowser.ts';
import { SoftwareAuthenticator } from '../../server/accounts/support/softwareAuthenticator.ts';
import { createTestExchange, type TestExchange } from './support/testAccount.ts';

const EMAIL = 'new@mail.example';

let exchange: TestExchange;
let anna: Awaited<ReturnType<TestExchange['logIn']>>;
/** How many prompts were opened. */
let promptCount: number;
let isCancelled: boolean;
/** Which responses are lost after a prompt. */
let lostAfterPrompt: string;
beforeEach(async () => {
  exchange = await createTestExchange();
  anna = await exchange.logIn('anna@mail.example');
  promptCount = 0;
  isCancelled = false;
  lostAfterPrompt = '';
});
afterEach(() => exchange.close());

const prompt: Pick<PasskeyPrompt, 'create'> = {
  create: options => {
    promptCount++;
    exchange.state.lostResponses = lostAfterPrompt;
    return Promise.resolve(isCancelled ? null : new SoftwareAuthenticator().create(options));
  },
};

const countEmails = async () =>
  (await listEmails(exchange.server)).filter(({ kind }) => kind === 'activate').length;

test('the list shows what was added, renamed and deleted, also elsewhere', async () => {
  const list = createPasskeyList(anna.api, prompt);
  list.show(null);
  await expect.poll(() => list.state.peek()).toMatchObject({ phase: 'ready', data: [] });
  isCancelled = true;
  expect(await list.add()).toBeNull();
  isCancelled = false;
  const added = await list.add();
  const id = added?.id ?? expect.fail('no passkey was added');
  await list.rename(id, 'Телефон');
  expect(list.state.peek()).toMatchObject({ data: [{ id, name: 'Телефон' }] });
  await createPasskeyList(anna.api, prompt).remove(id);
  await list.remove(id);
  expect(list.state.peek()).toMatchObject({ phase: 'ready', data: [] });
});

test('a refusal with the ways to confirm has no messages of fields', async () => {
  await exchange.clock.advance(10 * 60_000);
  exchange.server.advanceClock(10 * 60_000);
  await anna.browser.refresh();
  const list = createPasskeyList(anna.api, prompt);
  const error: unknown = await list.add().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 403, code: 'confirm_required', fields: {} });
});

test('a sign-up whose answer is lost is sent again with the same passkey, and mails one e-mail', async () => {
  const { signal } = new AbortController();
  const signup = createPasskeySignup(anna.guestApi, prompt);
  const request = { email: EMAIL, recaptcha: null };
  isCancelled = true;
  expect(await signup.signUp(request, signal)).toBe(false);
  isCancelled = false;
  lostAfterPrompt = '/signup/passkey/';
  await expect(signup.signUp(request, signal)).rejects.toThrow();
  lostAfterPrompt = '';
  exchange.state.lostResponses = '';
  expect(await signup.signUp(request, signal)).toBe(true);
  expect(await signup.signUp(request, signal)).toBe(true);
  // The first e-mail was Anna's.
  expect([promptCount, await countEmails()]).toEqual([2, 2]);
  // Another e-mail needs another passkey.
  expect(await signup.signUp({ ...request, email: 'other@mail.example' }, signal)).toBe(true);
  expect([promptCount, await countEmails()]).toEqual([3, 3]);
});
