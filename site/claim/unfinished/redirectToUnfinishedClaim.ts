import { replace } from 'react-router';
import { routePaths } from '../../routePaths.ts';
import type { AppContext } from '../../shell/appContext.ts';
import { findLatestClaim } from '../findLatestClaim.ts';
import type { LocalClaims } from '../local/localClaims.ts';

/**
 * Guard of /claim: redirects to the latest open claim, or home with a message. If the account's claims cannot be
 * loaded, redirects to their list, which shows the error.
 */
export async function redirectToUnfinishedClaim(
  { claimStorage }: LocalClaims,
  appContext: AppContext,
): Promise<Response> {
  const latest = await findLatestClaim(appContext, claimStorage.getUnfinishedClaims()[0] ?? null);
  if (latest.phase === 'found') return replace(`/claim/${latest.id}`);
  if (latest.phase === 'unknown') return replace(`${routePaths.applications}?status=open`);
  void appContext.messages.show({
    title: 'Уведомление',
    message: latest.isAccountSearched
      ? 'Незавершённой заявки нет ни в этом браузере, ни в кабинете. Создайте новую или откройте прежнюю по ссылке из письма.'
      : 'В этом браузере нет незавершённой заявки. Создайте новую, откройте прежнюю по ссылке из письма или войдите в аккаунт.',
  });
  return replace(routePaths.home);
}
