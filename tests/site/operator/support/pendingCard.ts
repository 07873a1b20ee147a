import sharp from 'sharp';
import { createClaimClient } from '#tests/support/claimClient.ts';
import type { AccountExchange } from '../../auth/support/accountExchange.ts';
import { expect } from '../../support/siteTest.ts';

/** A picture of 600 × 400 pixels. */
export async function createPicture(): Promise<File> {
  const background = { r: 30, g: 120, b: 60 };
  const image = await sharp({ create: { width: 600, height: 400, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return new File([new Uint8Array(image)], 'picture.jpg', { type: 'image/jpeg' });
}

/** Creates a claim whose card waits for a decision, with one photo. */
export async function createPendingCard({ origin }: AccountExchange) {
  const client = createClaimClient((path, init) => fetch(origin + path, init));
  const claim = await client.createClaim(
    await client.buildClaim('SBERRUB', 'USDTTRC20', { fromSumma: '15000' }),
  );
  const headers = { 'x-claim-secret': claim.secret };
  const post = async (path: string, body: FormData | string) => {
    const response = await fetch(origin + path, {
      method: 'POST',
      headers: { ...headers, ...(typeof body === 'string' && { 'content-type': 'application/json' }) },
      body,
    });
    expect([path, response.ok]).toEqual([path, true]);
    return (await response.json()) as { id: string };
  };
  const { id } = await post('/api/v1/verify/', JSON.stringify({ claim: claim.id }));
  const form = new FormData();
  form.append('verification', id);
  form.append('file', await createPicture());
  await post('/api/v2/verify/upload/', form);
  await post('/api/v2/verify/confirm/', JSON.stringify({ verification: id }));
  return claim;
}
