import type { TestServer } from '../../support/testServer.ts';

/** Switches all requisites of a currency off but one, so that claims have to share it. */
export async function keepOneRequisite({ context: { db } }: TestServer, code: string): Promise<void> {
  const rows = await db
    .selectFrom('payment_requisites')
    .innerJoin('currencies', 'currencies.id', 'payment_requisites.currency_id')
    .select('payment_requisites.id')
    .where('currencies.code', '=', code)
    .orderBy('payment_requisites.id')
    .execute();
  const [, ...others] = rows.map(({ id }) => id);
  await db.updateTable('payment_requisites').set({ active: 0n }).where('id', 'in', others).execute();
}
