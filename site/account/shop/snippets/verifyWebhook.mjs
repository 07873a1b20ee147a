import { createHmac, timingSafeEqual } from 'node:crypto';

// Or `npm install standardwebhooks`: new Webhook(secret).verify(body, headers).
// `body`: the text of the request as it came, not parsed and written again.
export function isGenuine(secret, headers, body) {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const signatures = headers['webhook-signature'] ?? '';
  // Five minutes, so that nobody repeats an old request. False for what is no number, too.
  const isRecent = Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300;
  if (!isRecent) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const expected = Buffer.from(`v1,${digest}`);
  // Two signatures for 24 hours after a rotation of the secret.
  return signatures.split(' ').some(signature => {
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
