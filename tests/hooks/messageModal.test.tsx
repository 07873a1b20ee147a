import { act, cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { MessageModal } from '#site/shell/messages/MessageModal.tsx';
import { createMessageQueue } from '#site/shell/messages/messageQueue.ts';

afterEach(cleanup);

/** Renders the modal on a site with a login page. */
function renderModal() {
  const messages = createMessageQueue();
  const router = createMemoryRouter([
    { path: '/', element: <MessageModal messages={messages} /> },
    { path: '/login', element: <h1>Вход</h1> },
  ]);
  render(<RouterProvider router={router} />);
  return { messages, router };
}

/** Clicks and waits for the resulting updates. */
const clickAndSettle = (element: HTMLElement) =>
  act(async () => {
    element.click();
    await new Promise(resolve => setTimeout(resolve));
  });

test('renders nothing without a message', () => {
  renderModal();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('shows title and message with the button «ОК» by default', async () => {
  const { messages } = renderModal();
  let closedCount = 0;
  act(() => {
    void messages
      .show({ title: 'Уведомление', message: 'Аккаунт успешно активирован' })
      .then(() => closedCount++);
    void messages
      .show({ title: 'Второе', message: 'Ждёт своей очереди', button: 'Понятно' })
      .then(() => closedCount++);
  });
  const dialog = screen.getByRole<HTMLDialogElement>('dialog');
  expect(dialog.open).toBe(true);
  expect(screen.getByRole('heading').textContent).toBe('Уведомление');
  expect(dialog.textContent).toContain('Аккаунт успешно активирован');
  await clickAndSettle(screen.getByRole('button', { name: 'ОК' }));
  expect(closedCount).toBe(1);
  expect(screen.getByRole('heading').textContent).toBe('Второе');
  expect(screen.getByRole<HTMLDialogElement>('dialog').open).toBe(true);
  await clickAndSettle(screen.getByRole('button', { name: 'Понятно' }));
  expect(closedCount).toBe(2);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('with recover the button leads to /login and closes the message', async () => {
  const { messages, router } = renderModal();
  act(() => void messages.show({ title: 'Ошибка', message: 'Вход устарел', recover: true }));
  const link = screen.getByRole('link', { name: 'ОК' });
  expect(link.getAttribute('href')).toBe('/login');
  await clickAndSettle(link);
  expect(router.state.location.pathname).toBe('/login');
  expect(messages.current.value).toBeNull();
  expect(await screen.findByRole('heading', { name: 'Вход' })).toBeTruthy();
});
