import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import type { Config } from '#server/platform/config/config.ts';

/** With the prefix `__Host-` on https, so that no other host of the domain can set it. */
const REFRESH_COOKIE = 'refresh_token';

/** Indicates to the site's scripts that a session exists; they cannot read the refresh token. */
const MARKER_COOKIE = 'signed_in';

const DEVICE_COOKIE = 'known_device';

/** Proves that a sign-up was made with this browser. */
const SIGNUP_COOKIE = 'signup_key';

/** Equal to the minimum retention of a sign-up, seconds. */
const SIGNUP_COOKIE_SECONDS = 7 * 86_400;

/** How long a device is recognized after a login, seconds. */
const DEVICE_COOKIE_SECONDS = 365 * 86_400;

type Origin = Pick<Config, 'publicOrigin'>;

const isHttps = ({ publicOrigin }: Origin) => publicOrigin.startsWith('https:');

const getPrefix = (config: Origin) => (isHttps(config) ? 'host' : undefined);

/** Attributes of all cookies: own site only, all paths. */
const getAttributes = (config: Origin, maxAge?: number): CookieOptions => ({
  path: '/',
  sameSite: 'Strict',
  secure: isHttps(config),
  ...(maxAge === undefined ? {} : { maxAge }),
});

function setSecretCookie(c: Context, config: Origin, name: string, value: string, maxAge?: number): void {
  const prefix = getPrefix(config);
  setCookie(c, name, value, {
    ...getAttributes(config, maxAge),
    httpOnly: true,
    ...(prefix ? { prefix } : {}),
  });
}

/** Creates the function that returns the value of a secret cookie. */
const createCookieReader =
  (name: string) =>
  (c: Context, config: Origin): string | undefined =>
    getCookie(c, name, getPrefix(config));

/** Returns the refresh token of the request. */
export const readRefreshToken = createCookieReader(REFRESH_COOKIE);

/** Returns the value that `setDeviceCookie` has set. */
export const readDeviceCookie = createCookieReader(DEVICE_COOKIE);

/** Returns the value that `setSignupCookie` has set. */
export const readSignupCookie = createCookieReader(SIGNUP_COOKIE);

/** Sets the refresh token and the marker. Without `maxAge`, in seconds, they end with the browser. */
export function setSessionCookies(c: Context, config: Origin, token: string, maxAge?: number): void {
  setSecretCookie(c, config, REFRESH_COOKIE, token, maxAge);
  setCookie(c, MARKER_COOKIE, '1', getAttributes(config, maxAge));
}

/** Removes the refresh token and the marker. */
export function clearSessionCookies(c: Context, config: Origin): void {
  setSecretCookie(c, config, REFRESH_COOKIE, '', 0);
  clearMarkerCookie(c, config);
}

/** Removes the marker alone. */
export function clearMarkerCookie(c: Context, config: Origin): void {
  setCookie(c, MARKER_COOKIE, '', getAttributes(config, 0));
}

/** Marks the browser as a device with a login to the account. A logout keeps the cookie. */
export function setDeviceCookie(c: Context, config: Origin, value: string): void {
  setSecretCookie(c, config, DEVICE_COOKIE, value, DEVICE_COOKIE_SECONDS);
}

/** Marks the browser as the one that has signed up. */
export function setSignupCookie(c: Context, config: Origin, key: string): void {
  setSecretCookie(c, config, SIGNUP_COOKIE, key, SIGNUP_COOKIE_SECONDS);
}
