import { setTimeout } from 'node:timers/promises';

// RAZMEN_KEY: a key with claims:write. rz_test_… creates a claim without money.
const { RAZMEN_ORIGIN, RAZMEN_KEY } = process.env;

const sendRequest = () =>
  fetch(`${RAZMEN_ORIGIN}/api/v1/shop/claims/`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${RAZMEN_KEY}`,
      'Content-Type': 'application/json',
      // A repeated request with this key returns the same claim. A new claim needs a new key.
      'Idempotency-Key': 'order-1001-attempt-1',
    },
    body: JSON.stringify({
      fromPs: 'LTC',
      toPs: 'SBERRUB',
      fromSumma: '1',
      toRequisites: { card: '2200000000000004', fio: 'Ivanov Ivan' },
      email: 'client@example.com',
      sub: 'order-1001',
    }),
    signal: AbortSignal.timeout(15_000),
  });

async function createClaim(attempt = 1) {
  const response = await sendRequest().catch(error => {
    if (attempt === 4) throw error;
  });
  if (response?.ok) return response.json();
  // No answer, 429 and 5xx: wait, then repeat. Other refusals need another request.
  const isTemporary = !response || response.status === 429 || response.status >= 500;
  if (!isTemporary || attempt === 4) throw new Error(`${response.status} ${await response.text()}`);
  const seconds = Number(response?.headers.get('retry-after')) || 2 ** attempt;
  await setTimeout(seconds * 1000);
  return createClaim(attempt + 1);
}

process.stdout.write(JSON.stringify(await createClaim()));
