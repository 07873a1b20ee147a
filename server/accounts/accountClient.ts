import type { Context } from 'hono';
import ipaddr from 'ipaddr.js';
import type { ClientDevice } from '#server/exchange/claims/claimSubscribers.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { readDeviceCookie, readSignupCookie } from './sessions/authCookies.ts';
import { isKnownDevice } from './sessions/knownDevice.ts';
import type { HashingClient } from '#server/platform/passwords/passwordHasher.ts';

/** The device of a request about an account. */
export type AccountDevice = ClientDevice;

/** The sender of a request about an account. `network` is the key of limits, not stored. */
export interface AccountClient extends HashingClient {
  device: AccountDevice;
  /** The accounts that the browser has logged in to: `addDeviceMark`. */
  deviceCookie: string | undefined;
  /** The key of the browser's last sign-up, which `signUp` returned. */
  signupKey: string | undefined;
}

/** Describes the sender of a request about the account with this e-mail. */
export function readAccountClient(
  c: Context,
  { config, keys }: Pick<ExchangeContext, 'config' | 'keys'>,
  email: string,
): AccountClient {
  const deviceCookie = readDeviceCookie(c, config);
  return {
    network: c.var.clientNetwork,
    deviceCookie,
    signupKey: readSignupCookie(c, config),
    isKnownDevice: isKnownDevice(keys, deviceCookie, email),
    device: readAccountDevice(c),
  };
}

/** Length of the stored prefix of an address, bits. */
const STORED_PREFIX = { ipv4: 24, ipv6: 48 } as const;

/** Browsers by a pattern of the User-Agent. The order matters: most User-Agents also contain the names of others. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/YaBrowser\//, 'Яндекс Браузер'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** Describes the device of a request. */
export function readAccountDevice(c: Context): AccountDevice {
  return {
    device: describeDevice(c.req.header('user-agent') ?? ''),
    network: formatNetworkPrefix(c.var.clientAddress),
  };
}

/** Browser and system of a User-Agent, without versions. */
function describeDevice(userAgent: string): string {
  const find = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const names = [find(BROWSERS), find(SYSTEMS)].filter(name => name !== undefined);
  return names.length > 0 ? names.join(', ') : 'Неизвестное устройство';
}

function formatNetworkPrefix(address: string): string {
  if (!ipaddr.isValid(address)) return '';
  const parsed = ipaddr.process(address);
  const prefix = STORED_PREFIX[parsed.kind()];
  const bytes = parsed.toByteArray().map((byte, index) => (index < prefix / 8 ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${prefix}`;
}
