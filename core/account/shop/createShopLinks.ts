import type { ApiClient, CallOptions } from '../../api/client.ts';
import { sendCall } from '../../api/sendCall.ts';
import {
  createShopLinkCall,
  deleteShopLinkCall,
  getShopCall,
  listShopLinksCall,
  updateShopCall,
  type Shop,
  type ShopLink,
  type ShopLinkCreate,
  type ShopLinks,
  type ShopUpdate,
} from '../../contract/account/shop.ts';
import { isUnsupportedCall, ignoreMissing } from '../../loadFailure.ts';
import { createServerQuery, NO_POLLING, type ServerQuery } from '../../serverQuery.ts';
import { createRemoval, type RemovalModel } from '../createRemoval.ts';

/** The partner's codes, saved links (the newest first) and shop. */
export interface LoadedShopLinks {
  codes: ShopLinks['codes'];
  links: readonly ShopLink[];
  shop: Shop;
}

/** The saved links of a partner, and the name and site of the shop. The last deleted link can be saved again. */
export interface ShopLinksModel extends ServerQuery<LoadedShopLinks> {
  readonly removal: Pick<RemovalModel<ShopLink>, 'removed' | 'restore'>;
  /** Saves a link. Rejects with ApiError. */
  add(body: ShopLinkCreate): Promise<ShopLink>;
  /** Deletes a link. Rejects with ApiError. */
  remove(link: ShopLink): Promise<void>;
  /** Changes the name and the site. Rejects with ApiError. */
  saveShop(update: ShopUpdate, options?: CallOptions): Promise<void>;
}

/** Creates the list, not loaded yet. `api` sends the access token. */
export function createShopLinks(api: ApiClient): ShopLinksModel {
  const query = createServerQuery<LoadedShopLinks>(
    api.clock,
    async options => {
      const [{ codes, links }, shop] = await Promise.all([
        sendCall(api, listShopLinksCall, options),
        sendCall(api, getShopCall, options),
      ]);
      return { codes, links, shop };
    },
    { polling: NO_POLLING, isUnsupported: isUnsupportedCall },
  );
  const changeLinks = (update: (links: readonly ShopLink[]) => readonly ShopLink[]) =>
    query.change(now => ({ ...now, links: update(now.links) }));

  async function add(body: ShopLinkCreate): Promise<ShopLink> {
    const added = await sendCall(api, createShopLinkCall, { body });
    changeLinks(links => [added, ...links]);
    removal.offer(null);
    return added;
  }
  const removal = createRemoval<ShopLink>(({ code, sub, label, cur_from, cur_to, amount }) =>
    add({ code, sub, label, cur_from, cur_to, amount }),
  );

  return {
    ...query,
    removal,
    add,
    async remove(link) {
      await sendCall(api, deleteShopLinkCall, { id: link.id }).catch(ignoreMissing);
      changeLinks(links => links.filter(({ id }) => id !== link.id));
      removal.offer(link);
    },
    async saveShop(update, options) {
      const shop = await sendCall(api, updateShopCall, { ...options, body: update });
      query.change(now => ({ ...now, shop }));
    },
  };
}
