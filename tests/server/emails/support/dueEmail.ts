import { randomUUID } from 'node:crypto';
import { createInProcessClient } from '../../../support/claimClient.ts';
import type { TestServer } from '../../../support/testServer.ts';

/** Rows that one statement inserts. */
const CHUNK_SIZE = 100;

/**
 * Adds claims like a new one, each with an e-mail that is due, much faster than creating them. Claim `n` of `count` is of
 * the address `getEmail(n)`.
 */
export async function addDueEmail(
  { app, context: { db }, now }: TestServer,
  count: number,
  getEmail = (n: number) => `client${n}@example.com`,
): Promise<void> {
  const client = createInProcessClient(app);
  const { id } = await client.createClaim(await client.buildClaim('XRP', 'SBERRUB'));
  const template = await db.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  await db.deleteFrom('mail').where('claim_id', '=', id).execute();
  const claims = Array.from({ length: count }, (_, n) => ({
    ...template,
    id: randomUUID(),
    number: template.number + 1_000n + BigInt(n),
    public_number: `T${n}`,
    email: getEmail(n),
  }));
  for (let start = 0; start < count; start += CHUNK_SIZE) {
    const chunk = claims.slice(start, start + CHUNK_SIZE);
    await db.insertInto('claims').values(chunk).execute();
    await db
      .insertInto('mail')
      .values(
        chunk.map(claim => ({
          message_id: `${claim.id}.new`,
          claim_id: claim.id,
          recipient: claim.email,
          mailbox: claim.email,
          subject: '',
          text: '',
          attempts: 0n,
          next_at: BigInt(now()),
          sent_at: null,
          dead_at: null,
          at: BigInt(now()),
        })),
      )
      .execute();
  }
}
