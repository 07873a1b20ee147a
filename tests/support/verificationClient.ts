import sharp from 'sharp';
import * as v from 'valibot';
import type { ClaimCreated } from '#core/contract/claim.ts';
import { Verification } from '#core/contract/verification.ts';
import {
  decideVerification,
  type VerificationDecision,
} from '#server/exchange/verification/decideVerification.ts';
import { TEST_CARD_NUMBER, createInProcessClient } from './claimClient.ts';
import type { TestServer } from './testServer.ts';
import { tryChange } from '../server/support/tryChange.ts';

/** A phone photo: JPEG with EXIF. Each `shade` (0–10) gives a different picture. */
export async function createPhoto(shade = 0): Promise<File> {
  const bytes = await sharp({
    create: { width: 60, height: 40, channels: 3, background: { r: shade * 25, g: 120, b: 40 } },
  })
    .jpeg()
    .withExif({ IFD0: { Artist: 'Ivan Ivanov' } })
    .toBuffer();
  return new File([new Uint8Array(bytes)], 'card.jpg', { type: 'image/jpeg' });
}

/** Authorisation of a request: a claim's secret, or a device with a token. */
export type Credentials = { secret: string } | { token: string; device: string } | null;

/** Creates an API client of a test server that verifies a card. */
export function createVerificationClient({ app, context, now }: TestServer) {
  const headers = (as: Credentials): Record<string, string> => {
    if (!as) return {};
    return 'secret' in as
      ? { 'x-claim-secret': as.secret }
      : { 'x-verification-token': as.token, 'x-verification-device': as.device };
  };
  const json = (as: Credentials, method: string, body: unknown) => ({
    method,
    headers: { ...headers(as), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const root = '/api/v1/verify';
  const claimClient = createInProcessClient(app);
  const calls = {
    begin: (claim: string, as: Credentials) => app.request(`${root}/`, json(as, 'POST', { claim })),
    list: (claim: string, as: Credentials, query = '') =>
      app.request(`${root}/?claim=${claim}${query}`, { headers: headers(as) }),
    get: (id: string, as: Credentials) => app.request(`${root}/${id}/`, { headers: headers(as) }),
    status: (id: string, as: Credentials) => app.request(`${root}/${id}/status/`, { headers: headers(as) }),
    put: (id: string, as: Credentials, photos: unknown) =>
      app.request(`${root}/${id}/`, json(as, 'PUT', { photos })),
    remove: (id: string, as: Credentials) =>
      app.request(`${root}/${id}/`, { method: 'DELETE', headers: headers(as) }),
    handoff: (id: string, as: Credentials) =>
      app.request(`${root}/${id}/handoff/`, { method: 'POST', headers: headers(as) }),
    confirm: (id: string, as: Credentials) =>
      app.request('/api/v2/verify/confirm/', json(as, 'POST', { verification: id })),
    upload(id: string, as: Credentials, file: File | null) {
      const body = new FormData();
      body.append('verification', id);
      if (file) body.append('file', file, file.name);
      return app.request('/api/v2/verify/upload/', { method: 'POST', headers: headers(as), body });
    },
    erase: (id: string, as: Credentials, photoId: string) =>
      app.request(`/api/v2/verify/upload/${photoId}/?verification=${id}`, {
        method: 'DELETE',
        headers: headers(as),
      }),
  };
  return {
    ...calls,
    claimClient,
    /** Creates a claim that requires card verification. */
    async createClaim(card: string = TEST_CARD_NUMBER): Promise<ClaimCreated> {
      const body = await claimClient.buildClaim('SBERRUB', 'USDTTRC20', { fromSumma: '15000' });
      return claimClient.createClaim({ ...body, fromRequisites: { ...body.fromRequisites, card } });
    },
    /** Starts the verification of a claim. */
    async createDraft({ id, secret }: ClaimCreated): Promise<Verification> {
      return v.parse(Verification, await (await calls.begin(id, { secret })).json());
    },
    /** Submits a verification with that many photos. */
    async createPending(claim: ClaimCreated, count = 1): Promise<Verification> {
      const { id } = await this.createDraft(claim);
      for (let n = 0; n < count; n++) await calls.upload(id, claim, await createPhoto(n));
      return v.parse(Verification, await (await calls.confirm(id, claim)).json());
    },
    /** Applies an operator's decision. */
    decide: (id: string, decision: VerificationDecision) =>
      tryChange(context.db, trx => decideVerification(context, trx, id, decision, now())),
  };
}
