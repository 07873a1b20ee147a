/** The cookie that says that a session exists. Other scripts may read it: it is no credential. */
const MARKER_COOKIE = 'signed_in=1';

/** Whether the browser has the marker cookie. */
export function hasSignedInMarker(): boolean {
  return document.cookie.split('; ').includes(MARKER_COOKIE);
}

/** Sets the marker cookie for `maxAgeSeconds`; null: until the browser is closed; 0 removes it. */
export function writeSignedInMarker(maxAgeSeconds: number | null): void {
  const attributes = [
    MARKER_COOKIE,
    'Path=/',
    'SameSite=Strict',
    ...(location.protocol === 'https:' ? ['Secure'] : []),
    ...(maxAgeSeconds === null ? [] : [`Max-Age=${maxAgeSeconds}`]),
  ];
  // The Cookie Store API does not exist on http.
  // oxlint-disable-next-line unicorn/no-document-cookie
  document.cookie = attributes.join('; ');
}
