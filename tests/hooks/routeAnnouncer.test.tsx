import { act, cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { RouteAnnouncer, type RouteHandle } from '#site/shell/layout/RouteAnnouncer.tsx';

afterEach(cleanup);

test('sets and announces the title of the new page, or the site’s name if the page has none', async () => {
  const layout = (
    <>
      <Outlet />
      <RouteAnnouncer />
    </>
  );
  const titled = {
    path: '/titled',
    element: <h1>Правила</h1>,
    handle: { title: 'Правила' } satisfies RouteHandle,
  };
  const untitled = { path: '/untitled', element: <h1>Без названия</h1> };
  const router = createMemoryRouter([{ element: layout, children: [titled, untitled] }], {
    initialEntries: ['/titled'],
  });
  render(<RouterProvider router={router} />);
  expect(document.title).toBe('Правила · Размен');
  expect(screen.getByRole('status').textContent).toBe('');
  await act(() => router.navigate('/untitled'));
  expect(document.title).toBe('Размен');
  expect(screen.getByRole('status').textContent).toBe('Размен');
  await act(() => router.navigate('/titled'));
  expect(screen.getByRole('status').textContent).toBe('Правила · Размен');
});
