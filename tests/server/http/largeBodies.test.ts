import { expect, test } from 'vitest';
import { createInProcessClient } from '../../support/claimClient.ts';
import { forEachDatabase } from '../../support/testServer.ts';

forEachDatabase(startServer => {
  test('refuses a claim whose requisites are a list of 20,000 entries as a whole', async () => {
    const client = createInProcessClient((await startServer()).app);
    const body = await client.buildClaim('LTC', 'SBERRUB');
    const response = await client.postClaim(
      { ...body, fromRequisites: Array(20_000).fill(0) },
      { key: 'a'.repeat(8) },
    );
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ codes: { non_field_errors: 'body_invalid' } });
  });
});
