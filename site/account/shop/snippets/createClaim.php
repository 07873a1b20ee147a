<?php
// RAZMEN_KEY: a key with claims:write. rz_test_… creates a claim without money.
$retryAfter = 0;
$request = curl_init(getenv('RAZMEN_ORIGIN') . '/api/v1/shop/claims/');
curl_setopt_array($request, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 15,
    CURLOPT_HEADERFUNCTION => function ($request, $line) use (&$retryAfter) {
        if (stripos($line, 'Retry-After:') === 0) {
            $retryAfter = (int) substr($line, strlen('Retry-After:'));
        }
        return strlen($line);
    },
    // A repeated request with this Idempotency-Key returns the same claim. A new claim needs a new key.
    CURLOPT_HTTPHEADER => [
        'Authorization: Bearer ' . getenv('RAZMEN_KEY'),
        'Content-Type: application/json',
        'Idempotency-Key: order-1001-attempt-1',
    ],
    CURLOPT_POSTFIELDS => json_encode([
        'fromPs' => 'LTC',
        'toPs' => 'SBERRUB',
        'fromSumma' => '1',
        'toRequisites' => ['card' => '2200000000000004', 'fio' => 'Ivanov Ivan'],
        'email' => 'client@example.com',
        'sub' => 'order-1001',
    ]),
]);
for ($attempt = 1; ; $attempt++) {
    $retryAfter = 0;
    $body = curl_exec($request);
    $status = curl_getinfo($request, CURLINFO_RESPONSE_CODE);
    if ($status === 201 && $body !== false) {
        break;
    }
    // No answer (false), 429 and 5xx: wait, then repeat. Other refusals need another request, a long wait another time.
    $isTemporary = $body === false || $status === 429 || $status >= 500;
    $seconds = $retryAfter ?: 2 ** $attempt;
    if (!$isTemporary || $attempt === 4 || $seconds > 30) {
        throw new RuntimeException($status . ' ' . ($body ?: curl_error($request)));
    }
    sleep($seconds);
}
echo $body;
