import { createHmac, timingSafeEqual } from 'node:crypto';

// Or `npm install standardwebhooks`: new Webhook(secret).verify(body, headers).
export function isGenuine(secret, headers, body) {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  // Two signatures for 24 hours after a rotation of the secret.
  return headers['webhook-signature'].split(' ').some(signature => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
