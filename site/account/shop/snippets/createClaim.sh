# RAZMEN_KEY: a key with claims:write. rz_test_… creates a claim without money.
# After 429, 5xx or no answer wait as Retry-After says, then repeat: the same Idempotency-Key returns the same claim.
curl -sS --fail-with-body --max-time 15 "$RAZMEN_ORIGIN/api/v1/shop/claims/" \
  -H "Authorization: Bearer $RAZMEN_KEY" \
  -H "Content-Type: application/json" \
  -H "Idempotency-Key: order-1001-attempt-1" \
  -d '{
    "fromPs": "LTC",
    "toPs": "SBERRUB",
    "fromSumma": "1",
    "toRequisites": { "card": "2200000000000004", "fio": "Ivanov Ivan" },
    "email": "client@example.com",
    "sub": "order-1001"
  }'
