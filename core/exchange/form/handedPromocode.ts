import type { KeyValueStorage } from '../../storage.ts';

/** Prefix of the keys of one form in sessionStorage. */
export const getFormKeyPrefix = (apiBase: string, scope: string) => `exchange:${apiBase}:${scope}:`;

/** Name of the key of a promocode that another page hands to the form. */
export const HANDED_PROMOCODE_KEY = 'promocode';

/** Scope of the first widget of a page, if it has no id. */
const FIRST_WIDGET_SCOPE = '0';

/** Hands a promocode to the form that this tab opens next. Throws if the storage refuses it. */
export function handPromocode(session: KeyValueStorage, apiBase: string, promocode: string): void {
  session.setItem(
    getFormKeyPrefix(apiBase, FIRST_WIDGET_SCOPE) + HANDED_PROMOCODE_KEY,
    JSON.stringify(promocode),
  );
}
