import type { SignupOrigin } from '#server/accounts/accountEmail.ts';
import { formatMoment } from '#server/platform/email/emailTimes.ts';

/** Maximum length of the device and of the network, which come from a request. */
const MAX_LINE_LENGTH = 100;

/** Formats a value of a request as one line; an empty list for an empty value. */
export function formatLine(name: string, value: string): string[] {
  const line = value
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_LINE_LENGTH);
  return line === '' ? [] : [`${name}: ${line}`];
}

/** Formats the time, device and network of an event, a line each. */
export const formatOrigin = ({ at, device, network }: SignupOrigin): string =>
  [
    `Когда: в ${formatMoment(new Date(at))}`,
    ...formatLine('Устройство', device),
    ...formatLine('Сеть', network),
  ].join('\n');
