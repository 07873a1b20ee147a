import { expect } from 'vitest';
import { isClosedStatus } from '#core/claim/status.ts';
import type { Db } from '#server/platform/database/schema.ts';

/**
 * Fails unless each reserve equals the sum of its ledger, and its held amount the sum of its open claims and of the
 * money that arrived for closed ones.
 */
export async function expectBalancedLedger(db: Db): Promise<void> {
  const reserves = await db.selectFrom('reserves').selectAll().execute();
  const entries = await db.selectFrom('reserve_entries').selectAll().execute();
  const claims = await db.selectFrom('claims').selectAll().execute();
  const total = (values: bigint[]) => values.reduce((sum, value) => sum + value, 0n);
  expect(reserves.length).toBeGreaterThan(0);
  for (const { currency_id: id, amount, held } of reserves) {
    const currencyEntries = entries.filter(entry => entry.currency_id === id);
    const openClaims = claims.filter(claim => claim.to_id === id && !isClosedStatus(claim.status));
    const ledger = {
      amount: total(currencyEntries.map(line => line.amount_change)),
      held: total(currencyEntries.map(line => line.held_change)),
    };
    expect({ id, amount, held }).toEqual({ id, ...ledger });
    const closedIds = claims
      .filter(claim => claim.from_id === id && isClosedStatus(claim.status))
      .map(({ id }) => id);
    const unsettled = currencyEntries.filter(entry => closedIds.includes(entry.claim_id ?? ''));
    const expectedHeld = [
      ...openClaims.map(claim => claim.to_amount),
      ...unsettled.map(entry => entry.held_change),
    ];
    expect({ id, held }).toEqual({ id, held: total(expectedHeld) });
  }
}
