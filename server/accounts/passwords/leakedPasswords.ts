import { createHash } from 'node:crypto';
import type { ExchangeContext } from '#server/exchange/context.ts';

/** Length of the hash prefix that the service receives: hundreds of passwords share it. */
const PREFIX_LENGTH = 5;

const TIMEOUT_MS = 2_000;

/**
 * Whether a password is in a leak that the service at `HIBP_URL` lists, by the range API of Have I Been Pwned
 * (haveibeenpwned.com/API/v3#SearchingPwnedPasswordsByRange). False without the service, and if it does not respond.
 */
export async function isPasswordLeaked(
  { config, log }: Pick<ExchangeContext, 'config' | 'log'>,
  password: string,
): Promise<boolean> {
  if (config.hibpUrl === null) return false;
  const hash = createHash('sha1').update(password.normalize('NFKC')).digest('hex').toUpperCase();
  try {
    const response = await fetch(`${config.hibpUrl}/range/${hash.slice(0, PREFIX_LENGTH)}`, {
      // Padding hides the prefix from an observer of the response's length. The added hashes have the count 0.
      headers: { 'Add-Padding': 'true' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return hasHash(await response.text(), hash.slice(PREFIX_LENGTH));
  } catch (error) {
    // The error may contain the prefix, not the password.
    log.warn({ err: error }, 'Cannot look for a password among the leaked ones');
    return false;
  }
}

/** Whether a response, lines like `0018A45C4D1DEF81644B54AB7F969B88D65:3`, has the rest of a hash. */
function hasHash(text: string, rest: string): boolean {
  return text.split(/\r?\n/).some(line => {
    const [suffix = '', count = ''] = line.split(':');
    return suffix.toUpperCase() === rest && Number(count) > 0;
  });
}
