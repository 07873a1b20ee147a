<?php
// RAZMEN_KEY: a key with claims:write. rz_test_… creates a claim without money.
$request = curl_init(getenv('RAZMEN_ORIGIN') . '/api/v1/shop/claims/');
curl_setopt_array($request, [
    CURLOPT_RETURNTRANSFER => true,
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
$body = curl_exec($request);
if (curl_getinfo($request, CURLINFO_RESPONSE_CODE) !== 201) {
    throw new RuntimeException((string) $body);
}
echo $body;
