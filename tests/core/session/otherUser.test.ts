import * as v from 'valibot';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { flushTasks } from '../../support/fakeClock.ts';
import { createSpecBackend, type SpecBackend } from './support/specBackend.ts';
import { createTestTabs } from './support/testTabs.ts';

let backend: SpecBackend;
let tabs: ReturnType<typeof createTestTabs>;

beforeEach(() => {
  backend = createSpecBackend();
  tabs = createTestTabs(backend);
});
afterEach(() => tabs.closeAll());

test('a call is not sent again for another user, who has logged in meanwhile', async () => {
  const session = await tabs.openLoggedInTab();
  const other = tabs.openTab();
  await other.waitUntilLoaded();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  backend.state.failures.set('/api/v1/users/me/claims/', async () => {
    await held;
    return Response.json({ code: 'token_not_valid' }, { status: 401 });
  });
  const call = session.api.call(v.unknown(), '/api/v1/users/me/claims/', { method: 'POST', body: {} });
  await flushTasks();
  backend.state.email = 'boris@example.com';
  await other.logIn({ email: 'boris@example.com', password: backend.state.password });
  expect(await session.waitUntilLoaded()).toMatchObject({ user: { email: 'boris@example.com' } });
  release();
  await expect(call).rejects.toMatchObject({ status: 401, code: 'token_not_valid' });
  expect(backend.countCalls('POST /api/v1/users/me/claims/')).toBe(1);
});

test('a call that waits for a refresh is not sent for another user', async () => {
  const session = await tabs.openLoggedInTab();
  const other = tabs.openTab();
  await other.waitUntilLoaded();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  backend.state.failures.set('/api/v1/users/me/claims/', () =>
    Response.json({ code: 'token_not_valid' }, { status: 401 }),
  );
  backend.state.failures.set('/front-api/auth/refresh/', async () => {
    await held;
    return Response.json({ access: 'late' });
  });
  const call = session.api.call(v.unknown(), '/api/v1/users/me/claims/', { method: 'POST', body: {} });
  await flushTasks();
  expect(backend.countCalls('POST /api/v1/users/me/claims/')).toBe(1);
  backend.state.failures.delete('/front-api/auth/refresh/');
  backend.state.email = 'boris@example.com';
  await other.logIn({ email: 'boris@example.com', password: backend.state.password });
  await session.waitUntilLoaded();
  release();
  await expect(call).rejects.toMatchObject({ status: 401 });
  expect(backend.countCalls('POST /api/v1/users/me/claims/')).toBe(1);
});
