// RAZMEN_KEY: a key with claims:write. rz_test_… creates a claim without money.
const { RAZMEN_ORIGIN, RAZMEN_KEY } = process.env;

const response = await fetch(`${RAZMEN_ORIGIN}/api/v1/shop/claims/`, {
  method: 'POST',
  headers: {
    Authorization: `Bearer ${RAZMEN_KEY}`,
    'Content-Type': 'application/json',
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
});
if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
const claim = await response.json();
process.stdout.write(JSON.stringify(claim));
