import { setTimeout } from 'node:timers/promises';

// RAZMEN_KEY: a key with claims:write. rz_test_… creates a claim without money.
const { RAZMEN_ORIGIN, RAZMEN_KEY } = process.env;

async function sendRequest() {
  const response = await fetch(`${RAZMEN_ORIGIN}/api/v1/shop/claims/`, {
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
  const retryAfter = Number(response.headers.get('retry-after'));
  return { status: response.status, retryAfter, body: await response.text() };
}

async function createClaim(attempt = 1) {
  const answer = await sendRequest().catch(error => {
    if (attempt === 4) throw error;
  });
  if (answer?.status === 201) return answer.body;
  // No answer, 429 and 5xx: wait, then repeat. Other refusals need another request, a long wait another time.
  const isTemporary = !answer || answer.status === 429 || answer.status >= 500;
  const seconds = answer?.retryAfter || 2 ** attempt;
  if (!isTemporary || attempt === 4 || seconds > 30) throw new Error(`${answer.status} ${answer.body}`);
  await setTimeout(seconds * 1000);
  return createClaim(attempt + 1);
}

process.stdout.write(await createClaim());
