import { isUnsupportedCall } from '../../loadFailure.ts';
import { fetchRequisites } from '../../api/account/savedRequisites.ts';
import type { ApiClient, CallOptions } from '../../api/client.ts';
import { sendCall } from '../../api/sendCall.ts';
import {
  createRequisiteCall,
  deleteRequisiteCall,
  REQUISITE_RESTORE_SECONDS,
  restoreRequisiteCall,
  updateRequisiteCall,
  type AccountRequisite,
  type RequisiteCreate,
  type SavedRequisiteType,
} from '../../contract/account/savedRequisite.ts';
import { createServerQuery, NO_POLLING, type ServerQuery } from '../../serverQuery.ts';
import { createRemoval, type RemovalModel } from '../createRemoval.ts';

/** The saved requisites of one type, the last used first. The last deleted one can be restored for a while. */
export interface SavedRequisitesModel extends ServerQuery<readonly AccountRequisite[]> {
  readonly removal: Pick<RemovalModel<AccountRequisite>, 'removed' | 'restore'>;
  /** Saves a requisite. Rejects with ApiError. */
  add(body: RequisiteCreate, options?: CallOptions): Promise<AccountRequisite>;
  /** Changes a label. Rejects with ApiError. */
  rename(id: string, label: string, options?: CallOptions): Promise<void>;
  /** Deletes a requisite. Rejects with ApiError. */
  remove(requisite: AccountRequisite): Promise<void>;
}

/** Creates the list, not loaded yet. `api` sends the access token. */
export function createSavedRequisites(api: ApiClient, type: SavedRequisiteType): SavedRequisitesModel {
  const query = createServerQuery<readonly AccountRequisite[]>(
    api.clock,
    options => fetchRequisites(api, type, options),
    // A verification may have been decided while the page was hidden.
    { polling: { ...NO_POLLING, maxHiddenAgeMs: 0 }, isUnsupported: isUnsupportedCall },
  );
  let cancelTimer = () => {};
  const prepend = (requisite: AccountRequisite) => query.change(requisites => [requisite, ...requisites]);
  const removal = createRemoval<AccountRequisite>(async ({ id }) => {
    const restored = await sendCall(api, restoreRequisiteCall, { id });
    cancelTimer();
    prepend(restored);
    return restored;
  });

  return {
    ...query,
    stop() {
      query.stop();
      cancelTimer();
      removal.offer(null);
    },
    removal,
    async add(body, options) {
      const added = await sendCall(api, createRequisiteCall, { ...options, body });
      prepend(added);
      return added;
    },
    async rename(id, label, options) {
      const renamed = await sendCall(api, updateRequisiteCall, { ...options, id, body: { label } });
      query.change(requisites => requisites.map(one => (one.id === id ? renamed : one)));
    },
    async remove(requisite) {
      await sendCall(api, deleteRequisiteCall, { id: requisite.id });
      query.change(requisites => requisites.filter(({ id }) => id !== requisite.id));
      removal.offer(requisite);
      // The server deletes it for good.
      cancelTimer();
      cancelTimer = api.clock.setTimer(() => removal.offer(null), REQUISITE_RESTORE_SECONDS * 1000);
    },
  };
}
