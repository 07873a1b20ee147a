import { hasSignedInCookie, SIGNED_IN_COOKIE } from '#core/session/siteAccount.ts';

/** Whether the browser has the marker cookie. */
export const hasSignedInMarker = (): boolean => hasSignedInCookie(document.cookie);

/** Sets the marker cookie for `maxAgeSeconds`; null: until the browser is closed; 0 removes it. */
export function writeSignedInMarker(maxAgeSeconds: number | null): void {
  const attributes = [
    SIGNED_IN_COOKIE,
    'Path=/',
    'SameSite=Strict',
    ...(location.protocol === 'https:' ? ['Secure'] : []),
    ...(maxAgeSeconds === null ? [] : [`Max-Age=${maxAgeSeconds}`]),
  ];
  // The Cookie Store API does not exist on http.
  // oxlint-disable-next-line unicorn/no-document-cookie
  document.cookie = attributes.join('; ');
}
