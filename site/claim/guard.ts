import { replace } from 'react-router';
import { addresses } from '../addresses.ts';
import type { Messages } from '../shell/message.ts';
import { way, type Book } from './book.ts';

/** SPEC /claim: to the latest claim that is not over yet; without one home, where it is said why. */
export function guard(book: Book, messages: Messages): Response {
  const to = way(book);
  if (to === addresses.home)
    void messages.show({
      title: 'Уведомление',
      message:
        'В\u00a0этом браузере нет незавершённой заявки. Создайте новую или откройте прежнюю по\u00a0ссылке из\u00a0письма.',
    });
  return replace(to);
}
