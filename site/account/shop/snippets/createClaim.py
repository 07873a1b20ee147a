# RAZMEN_KEY: a key with claims:write. rz_test_… creates a claim without money.
import json
import os
from urllib.request import Request, urlopen

request = Request(
    os.environ["RAZMEN_ORIGIN"] + "/api/v1/shop/claims/",
    method="POST",
    headers={
        "Authorization": "Bearer " + os.environ["RAZMEN_KEY"],
        "Content-Type": "application/json",
        "Idempotency-Key": "order-1001-attempt-1",
    },
    data=json.dumps({
        "fromPs": "LTC",
        "toPs": "SBERRUB",
        "fromSumma": "1",
        "toRequisites": {"card": "2200000000000004", "fio": "Ivanov Ivan"},
        "email": "client@example.com",
        "sub": "order-1001",
    }).encode(),
)
with urlopen(request) as response:
    print(response.read().decode())
