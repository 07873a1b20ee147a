# RAZMEN_KEY: a key with claims:write. rz_test_… creates a claim without money.
import json
import os
import time
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.request import Request, urlopen

request = Request(
    os.environ["RAZMEN_ORIGIN"] + "/api/v1/shop/claims/",
    method="POST",
    headers={
        "Authorization": "Bearer " + os.environ["RAZMEN_KEY"],
        "Content-Type": "application/json",
        # A repeated request with this key returns the same claim. A new claim needs a new key.
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
for attempt in range(1, 5):
    seconds = 2**attempt
    try:
        with urlopen(request, timeout=15) as response:
            print(response.read().decode())
        break
    except HTTPError as error:
        # 429 and 5xx: wait, then repeat. Other refusals need another request, a long wait another time.
        retry_after = error.headers.get("Retry-After", "")
        seconds = int(retry_after) if retry_after.isdigit() else seconds
        if attempt == 4 or seconds > 30 or (error.code != 429 and error.code < 500):
            raise
    except (OSError, HTTPException):
        if attempt == 4:
            raise
    time.sleep(seconds)
