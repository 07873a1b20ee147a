import { replace } from 'react-router';
import { routePaths } from '../routePaths.ts';
import type { MessageQueue } from '../shell/messages/messageQueue.ts';
import { getUnfinishedClaimPath, type LocalClaims } from './localClaims.ts';

/** Guard of /claim: redirects to the latest open claim, or home with a message. */
export function redirectToUnfinishedClaim(localClaims: LocalClaims, messages: MessageQueue): Response {
  const target = getUnfinishedClaimPath(localClaims);
  if (target === routePaths.home)
    void messages.show({
      title: 'Уведомление',
      message:
        'В\u00a0этом браузере нет незавершённой заявки. Создайте новую или откройте прежнюю по\u00a0ссылке из\u00a0письма.',
    });
  return replace(target);
}
