import { act, cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, data, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createApiClient } from '#core/api/client.ts';
import { ApiError } from '#core/api/apiError.ts';
import { createRoutes } from '#site/routes.tsx';
import { createAppContext } from '#site/shell/appContext.ts';
import { DUCK_SPEECH, NOT_FOUND_HEADING } from '#site/shell/errors/errorPageText.ts';
import { createTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;

beforeEach(async () => {
  server = await createTestServer();
  // React and the router log the errors that they catch.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(async () => {
  cleanup();
  await server.close();
  vi.restoreAllMocks();
});

/** Renders the site with two additional pages: /fine, and /broken, whose loader throws `failure`. */
async function openFailingPage(failure: unknown) {
  const appContext = createAppContext(
    createApiClient({
      base: 'http://exchange.test',
      fetch: (address, init) => {
        const { pathname, search } = new URL(String(address));
        return server.app.request(pathname + search, init);
      },
    }),
  );
  const list = createRoutes(appContext);
  const fine = { path: '/fine', element: <h1>Цела</h1>, handle: { title: 'Цела' } };
  const broken = {
    path: '/broken',
    element: <h1>Не видно</h1>,
    loader: () => {
      throw failure;
    },
  };
  list[0]?.children?.[0]?.children?.unshift(fine, broken);
  const router = createMemoryRouter(list, { initialEntries: ['/fine'] });
  render(<RouterProvider router={router} />);
  await screen.findByRole('heading', { level: 1, name: 'Цела' });
  await act(() => router.navigate('/broken'));
  return { appContext, router };
}

const readHeading = () => screen.getByRole('heading', { level: 1 }).textContent;

test.each([
  ['404', data('Page not found', { status: 404 }), NOT_FOUND_HEADING],
  ['403', data(null, { status: 403 }), 'Ошибка'],
  ['429', new ApiError('too many', { kind: 'http', status: 429 }), 'Ошибка'],
  ['520', new ApiError('no connection', { kind: 'network' }), 'Ошибка'],
  ['520', new Error('a bug'), 'Ошибка'],
])('%s shows the duck in the default layout', async (code, failure, text) => {
  const { appContext, router } = await openFailingPage(failure);
  expect(readHeading()).toBe(text);
  expect(screen.getByText(code).className).toContain('error-status');
  expect(screen.getByRole('img', { name: `Утка говорит: ${DUCK_SPEECH}` })).toBeTruthy();
  expect(screen.getByRole('banner')).toBeTruthy();
  expect(document.title).toBe(`${code} · Размен`);
  expect(appContext.loadingBar.state.value).toMatchObject({ phase: 'error', isVisible: true });
  const home = screen.getByRole('link', { name: 'На главную' });
  expect(home.getAttribute('href')).toBe('/');
  await act(() => router.navigate('/fine'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Цела' })).toBeTruthy();
  expect(document.title).toBe('Цела · Размен');
});

test('the duck’s speech fits its bubble', () => {
  // The bubble is 278 units wide, and a character of 18 units' height about 9.5 units.
  expect(DUCK_SPEECH.length).toBeLessThanOrEqual(28);
});

test.each([
  ['500', data(null, { status: 500 })],
  ['a closed exchange', new ApiError('closed', { kind: 'http', status: 503, code: 'maintenance' })],
])('%s shows only the maintenance page, and going back leaves it', async (_, failure) => {
  const { appContext, router } = await openFailingPage(failure);
  expect(readHeading()).toBe('Ведутся технические работы');
  expect(screen.getByText('Попробуйте зайти на сайт позднее')).toBeTruthy();
  expect(screen.getByRole('img', { name: 'Динозавр в строительной каске' })).toBeTruthy();
  expect(screen.queryByRole('banner')).toBeNull();
  expect(screen.queryByRole('link')).toBeNull();
  expect(document.title).toBe('Ведутся технические работы · Размен');
  expect(appContext.loadingBar.state.value).toMatchObject({ phase: 'error' });
  await act(() => router.navigate(-1));
  expect(await screen.findByRole('heading', { level: 1, name: 'Цела' })).toBeTruthy();
  expect(screen.getByRole('banner')).toBeTruthy();
});
