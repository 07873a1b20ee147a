import { act, cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { MessageModal } from '#site/shell/MessageModal.tsx';
import * as models from '#site/shell/message.ts';

afterEach(cleanup);

/** The modal on a page of a site that has a page to log in. */
function open() {
  const messages = models.create();
  const router = createMemoryRouter([
    { path: '/', element: <MessageModal messages={messages} /> },
    { path: '/login', element: <h1>Вход</h1> },
  ]);
  render(<RouterProvider router={router} />);
  return { messages, router };
}

/** Lets what a press has set off come to rest. */
const press = (element: HTMLElement) =>
  act(async () => {
    element.click();
    await new Promise(resolve => setTimeout(resolve));
  });

test('nothing to tell, nothing there', () => {
  open();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('it tells its title and message, and its button is «ОК» unless it is called otherwise', async () => {
  const { messages } = open();
  let read = 0;
  act(() => {
    void messages.show({ title: 'Уведомление', message: 'Аккаунт успешно активирован' }).then(() => read++);
    void messages
      .show({ title: 'Второе', message: 'Ждёт своей очереди', button: 'Понятно' })
      .then(() => read++);
  });
  const dialog = screen.getByRole<HTMLDialogElement>('dialog');
  expect(dialog.open).toBe(true);
  expect(screen.getByRole('heading').textContent).toBe('Уведомление');
  expect(dialog.textContent).toContain('Аккаунт успешно активирован');
  await press(screen.getByRole('button', { name: 'ОК' }));
  expect(read).toBe(1);
  expect(screen.getByRole('heading').textContent).toBe('Второе');
  expect(screen.getByRole<HTMLDialogElement>('dialog').open).toBe(true);
  await press(screen.getByRole('button', { name: 'Понятно' }));
  expect(read).toBe(2);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('with recover its button leads to /login, and the message is read', async () => {
  const { messages, router } = open();
  act(() => void messages.show({ title: 'Ошибка', message: 'Вход устарел', recover: true }));
  const link = screen.getByRole('link', { name: 'ОК' });
  expect(link.getAttribute('href')).toBe('/login');
  await press(link);
  expect(router.state.location.pathname).toBe('/login');
  expect(messages.current.value).toBeNull();
  expect(await screen.findByRole('heading', { name: 'Вход' })).toBeTruthy();
});
