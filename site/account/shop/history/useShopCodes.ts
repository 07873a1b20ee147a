import { useEffect, useState } from 'react';
import { sendCall } from '#core/api/sendCall.ts';
import { listShopLinksCall, type ShopLinks } from '#core/contract/account/shop.ts';
import { useAccount } from '../../accountContext.ts';

/** A code of the partner with its name, which may be empty. */
export type ShopCode = ShopLinks['codes'][number];

/** The partner's codes to filter by; none until they are loaded, and if they cannot be. */
export function useShopCodes(): readonly ShopCode[] {
  const { api } = useAccount();
  const [codes, setCodes] = useState<readonly ShopCode[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    sendCall(api, listShopLinksCall, { signal: controller.signal }).then(
      links => setCodes(links.codes),
      // The rows have links to their codes, too.
      () => undefined,
    );
    return () => controller.abort();
  }, [api]);
  return codes;
}
