import { Hono, type Context } from 'hono';
import { VerificationCreate, VerificationConfirm, VerificationUpdate } from '#core/contract/verification.ts';
import type { VerificationInputs, VerificationState } from '#core/contract/verification.ts';
import { identifyAccount } from '#server/accounts/identifyAccount.ts';
import { loadClaimById } from '#server/exchange/claims/findClaimById.ts';
import { authorizeClaim, readClaimCredentials } from '#server/exchange/claims/view/authorizeClaim.ts';
import { parseJsonBody } from '#server/platform/http/request/parseJsonBody.ts';
import { createFieldProblem, notFoundProblem } from '#server/platform/http/problem.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { withUpload } from '#server/platform/files/uploadReader.ts';
import {
  authorizeVerification,
  type VerificationAccess,
} from '#server/exchange/verification/authorizeVerification.ts';
import { startCardVerification } from '#server/accounts/requisites/startCardVerification.ts';
import {
  startVerification,
  type StartedVerification,
} from '#server/exchange/verification/startVerification.ts';
import { verificationDocs } from './verificationDocs.ts';
import { createHandoff } from '#server/exchange/verification/handoff.ts';
import {
  listAccountVerifications,
  listVerifications,
} from '#server/exchange/verification/listVerifications.ts';
import { PHOTO_LIMITS, addPhoto, deletePhoto } from '#server/exchange/verification/photos.ts';
import {
  isVerificationEditable,
  getVerificationStatus,
  buildVerification,
} from '#server/exchange/verification/verificationStatus.ts';
import {
  createStateConflict,
  submitVerification,
  updatePhotos,
  deleteVerification,
} from '#server/exchange/verification/submitVerification.ts';

/** Routes below /api/v1/verify and /api/v2/verify. */
export function createVerificationRoutes(context: ServerContext): Hono {
  const { db, now } = context;
  const routes = new Hono();
  routes.use(identifyAccount(context));
  const authorize = async (c: Context, id: string): Promise<VerificationAccess> => {
    const access = await authorizeVerification(context, id, {
      ...readClaimCredentials(c),
      token: c.req.header('x-verification-token'),
      device: c.req.header('x-verification-device'),
    });
    if (!access) throw notFoundProblem;
    return access;
  };
  /** Finds a claim for its owner; the secret is required. */
  const findOwnedClaim = async (c: Context, id: string) => {
    const access = await authorizeClaim(context, id, readClaimCredentials(c));
    if (access.access !== 'owner') throw notFoundProblem;
    return access.claim;
  };
  /** Sends a started verification, which may belong to another claim. */
  const sendStarted = async (c: Context, { row, isNew }: StartedVerification) => {
    const claim = row.claim_id === null ? null : await loadClaimById(db, row.claim_id);
    return c.json(await buildVerification(context, db, row, claim), isNew ? 201 : 200);
  };
  const sendVerification = async (c: Context, id: string) => {
    const { row, claim } = await authorize(c, id);
    return c.json(await buildVerification(context, db, row, claim));
  };
  const getCurrentStatus = ({ row, claim }: VerificationAccess) => getVerificationStatus(row, claim, now());

  routes.get('/', verificationDocs.list, async c => {
    const userId = c.var.account?.user.id;
    const claimId = c.req.query('claim');
    if (claimId === undefined && userId !== undefined)
      return c.json(await listAccountVerifications(context, userId, c.req.query()));
    const claim = await findOwnedClaim(c, claimId ?? '');
    return c.json(await listVerifications(context, claim, c.req.query()));
  });

  routes.post('/', verificationDocs.begin, async c => {
    const { claim: claimId, requisite } = await parseJsonBody(c, VerificationCreate);
    const userId = c.var.account?.user.id ?? null;
    if (claimId === undefined && requisite !== undefined) {
      if (userId === null) throw notFoundProblem;
      return sendStarted(c, await startCardVerification(context, userId, requisite));
    }
    if (claimId === undefined) throw createFieldProblem({ claim: { code: 'body_invalid' } });
    const claim = await findOwnedClaim(c, claimId);
    return sendStarted(c, await startVerification(context, claim, userId));
  });

  routes.get('/inputs/', verificationDocs.inputs, c => {
    const { types, ...photo } = PHOTO_LIMITS;
    const inputs: VerificationInputs = { inputs: [], photo: { ...photo, types: [...types] } };
    return c.json(inputs);
  });

  routes.post('/upload/', verificationDocs.upload, c =>
    withUpload(c, async upload => {
      const id = await upload.findField('verification');
      if (id === undefined) throw createFieldProblem({ verification: { code: 'empty' } });
      const access = await authorize(c, id);
      const status = getCurrentStatus(access);
      if (status !== 'pending' && !isVerificationEditable(status)) throw createStateConflict(status);
      return c.json(await addPhoto(context, access.row.id, await upload.readFile()), 201);
    }),
  );

  routes.delete('/upload/:photo/', verificationDocs.erase, async c => {
    const { row } = await authorize(c, c.req.query('verification') ?? '');
    await deletePhoto(context, row.id, c.req.param('photo'));
    return c.body(null, 204);
  });

  routes.post('/confirm/', verificationDocs.confirm, async c => {
    const { verification: id } = await parseJsonBody(c, VerificationConfirm);
    await submitVerification(context, (await authorize(c, id)).row.id);
    return sendVerification(c, id);
  });

  routes.get('/:id/', verificationDocs.get, c => sendVerification(c, c.req.param('id')));

  routes.put('/:id/', verificationDocs.put, async c => {
    const { photos } = await parseJsonBody(c, VerificationUpdate);
    const id = c.req.param('id');
    await updatePhotos(context, (await authorize(c, id)).row.id, photos);
    return sendVerification(c, id);
  });

  routes.delete('/:id/', verificationDocs.remove, async c => {
    await deleteVerification(context, (await authorize(c, c.req.param('id'))).row.id);
    return c.body(null, 204);
  });

  routes.get('/:id/status/', verificationDocs.status, async c => {
    const access = await authorize(c, c.req.param('id'));
    const state: VerificationState = { status: getCurrentStatus(access), reason: access.row.reason };
    return c.json(state);
  });

  routes.post('/:id/handoff/', verificationDocs.handoff, async c => {
    const access = await authorize(c, c.req.param('id'));
    if (!access.isOwner) throw notFoundProblem;
    const status = getCurrentStatus(access);
    if (!isVerificationEditable(status)) throw createStateConflict(status);
    return c.json(await createHandoff(context, access.row.id));
  });

  return routes;
}
