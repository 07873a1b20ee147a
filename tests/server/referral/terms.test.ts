import { expect, test } from 'vitest';
import { forEachDatabase } from '../../support/testServer.ts';
import { runOperator } from '../support/operatorCommand.ts';

forEachDatabase(startServer => {
  test('visitors see the terms that the operator has set', async () => {
    const testServer = await startServer();
    const fetchTerms = async () => {
      const response = await testServer.get('/api/v1/calculator/settings/');
      return ((await response.json()) as { referral: unknown }).referral;
    };
    expect(await fetchTerms()).toEqual({ percent: '20', holdHours: 72, minimum: '20', windowDays: 30 });
    await runOperator(testServer, 'setting', 'referral_percent', '25.5');
    await runOperator(testServer, 'setting', 'referral_minimum', '12.5');
    await testServer.context.catalogue.reload();
    expect(await fetchTerms()).toMatchObject({ percent: '25.5', minimum: '12.5' });
  });
});
