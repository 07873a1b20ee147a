import type { TestServer } from './testServer.ts';

/** Sets the maintenance mode as an operator does. `until` is ISO 8601; null: until it is ended. */
export async function setMaintenance(
  { context }: TestServer,
  tech: boolean,
  until: string | null = null,
): Promise<void> {
  const value = JSON.stringify({ tech, until });
  await context.db
    .insertInto('settings')
    .values({ name: 'tech', value })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
    .execute();
  await context.catalogue.reload();
}
