import { Hono, type Context } from 'hono';
import { VerificationCreate, VerificationConfirm, VerificationUpdate } from '#core/contract/verification.ts';
import type { VerificationInputs, VerificationState } from '#core/contract/verification.ts';
import { identifyAccount } from '../accounts/identifyAccount.ts';
import { loadClaimById } from '../claims/findClaimById.ts';
import { authorizeClaim, readClaimCredentials } from '../claims/view/authorizeClaim.ts';
import { parseJsonBody } from '../http/parseJsonBody.ts';
import { sendProblemResult } from '../http/problemResponse.ts';
import { createFieldProblem, notFoundProblem, type ProblemResult } from '../http/problemResult.ts';
import type { ServerContext } from '../context.ts';
import { withUpload } from '../files/uploadReader.ts';
import { authorizeVerification, type VerificationAccess } from '../verification/authorizeVerification.ts';
import { startCardVerification } from '../verification/startCardVerification.ts';
import { startVerification, type StartedVerification } from '../verification/startVerification.ts';
import { verificationDocs } from './verificationDocs.ts';
import { createHandoff } from '../verification/handoff.ts';
import { listAccountVerifications, listVerifications } from '../verification/listVerifications.ts';
import { PHOTO_LIMITS, addPhoto, deletePhoto } from '../verification/photos.ts';
import {
  isVerificationEditable,
  getVerificationStatus,
  buildVerification,
} from '../verification/verificationStatus.ts';
import {
  createStateConflict,
  submitVerification,
  updatePhotos,
  deleteVerification,
} from '../verification/submitVerification.ts';
import type { SubmitResult } from '../verification/submitVerification.ts';

/** Routes below /api/v1/verify and /api/v2/verify. */
export function createVerificationRoutes(context: ServerContext): Hono {
  const { db, now } = context;
  const routes = new Hono();
  routes.use(identifyAccount(context));
  const authorize = (c: Context, id: string) =>
    authorizeVerification(context, id, {
      ...readClaimCredentials(c),
      token: c.req.header('x-verification-token'),
      device: c.req.header('x-verification-device'),
    });
  /** Finds a claim for its owner; the secret is required. */
  const findOwnedClaim = async (c: Context, id: string) => {
    const access = await authorizeClaim(context, id, readClaimCredentials(c));
    return access.access === 'owner' ? access.claim : null;
  };
  /** Sends a started verification, which may be that of another claim. */
  const sendStarted = async (c: Context, result: StartedVerification | ProblemResult) => {
    if (!result.ok) return sendProblemResult(c, result);
    const { row, isNew } = result;
    const claim = row.claim_id === null ? null : await loadClaimById(db, row.claim_id);
    return c.json(await buildVerification(context, db, row, claim), isNew ? 201 : 200);
  };
  /** Starts the verification of a saved card of the account. */
  const startOfCard = async (c: Context, requisite: string) => {
    const userId = c.var.account?.user.id;
    if (userId === undefined) return sendProblemResult(c, notFoundProblem);
    return sendStarted(c, await startCardVerification(context, userId, requisite));
  };
  const sendVerification = async (c: Context, id: string) => {
    const authorized = await authorize(c, id);
    return authorized
      ? c.json(await buildVerification(context, db, authorized.row, authorized.claim))
      : sendProblemResult(c, notFoundProblem);
  };
  /** Runs a step on a verification and sends the verification after it. */
  const runStep = async (
    c: Context,
    id: string,
    step: (id: string) => Promise<SubmitResult | ProblemResult>,
  ) => {
    const authorized = await authorize(c, id);
    if (!authorized) return sendProblemResult(c, notFoundProblem);
    const result = await step(authorized.row.id);
    return result.ok ? sendVerification(c, id) : sendProblemResult(c, result);
  };
  const runRemoval = async (
    c: Context,
    id: string,
    step: (id: string) => Promise<SubmitResult | ProblemResult>,
  ) => {
    const authorized = await authorize(c, id);
    if (!authorized) return sendProblemResult(c, notFoundProblem);
    const result = await step(authorized.row.id);
    return result.ok ? c.body(null, 204) : sendProblemResult(c, result);
  };
  const getCurrentStatus = ({ row, claim }: VerificationAccess) => getVerificationStatus(row, claim, now());

  routes.get('/', verificationDocs.list, async c => {
    const userId = c.var.account?.user.id;
    if (c.req.query('claim') === undefined && userId !== undefined) {
      const own = await listAccountVerifications(context, userId, c.req.query());
      return own.ok ? c.json(own.verifications) : sendProblemResult(c, own);
    }
    const claim = await findOwnedClaim(c, c.req.query('claim') ?? '');
    if (!claim) return sendProblemResult(c, notFoundProblem);
    const result = await listVerifications(context, claim, c.req.query());
    return result.ok ? c.json(result.verifications) : sendProblemResult(c, result);
  });

  routes.post('/', verificationDocs.begin, async c => {
    const body = await parseJsonBody(c, VerificationCreate);
    if (!body.ok) return sendProblemResult(c, body);
    const { claim: claimId, requisite } = body.output;
    if (claimId === undefined && requisite !== undefined) return startOfCard(c, requisite);
    if (claimId === undefined)
      return sendProblemResult(c, createFieldProblem({ claim: { code: 'body_invalid' } }));
    const claim = await findOwnedClaim(c, claimId);
    if (!claim) return sendProblemResult(c, notFoundProblem);
    return sendStarted(c, await startVerification(context, claim, c.var.account?.user.id ?? null));
  });

  routes.get('/inputs/', verificationDocs.inputs, c => {
    const { types, ...photo } = PHOTO_LIMITS;
    const inputs: VerificationInputs = { inputs: [], photo: { ...photo, types: [...types] } };
    return c.json(inputs);
  });

  routes.post('/upload/', verificationDocs.upload, c =>
    withUpload(c, async upload => {
      const id = await upload.findField('verification');
      if (id === undefined)
        return sendProblemResult(c, createFieldProblem({ verification: { code: 'empty' } }));
      const authorized = await authorize(c, id);
      if (!authorized) return sendProblemResult(c, notFoundProblem);
      const status = getCurrentStatus(authorized);
      if (status !== 'pending' && !isVerificationEditable(status))
        return sendProblemResult(c, createStateConflict(status));
      const file = await upload.readFile();
      const result = file.ok ? await addPhoto(context, authorized.row.id, file) : file;
      return result.ok ? c.json(result.photo, 201) : sendProblemResult(c, result);
    }),
  );

  routes.delete('/upload/:photo/', verificationDocs.erase, c =>
    runRemoval(c, c.req.query('verification') ?? '', id => deletePhoto(context, id, c.req.param('photo'))),
  );

  routes.post('/confirm/', verificationDocs.confirm, async c => {
    const body = await parseJsonBody(c, VerificationConfirm);
    if (!body.ok) return sendProblemResult(c, body);
    return runStep(c, body.output.verification, id => submitVerification(context, id));
  });

  routes.get('/:id/', verificationDocs.get, c => sendVerification(c, c.req.param('id')));

  routes.put('/:id/', verificationDocs.put, async c => {
    const body = await parseJsonBody(c, VerificationUpdate);
    if (!body.ok) return sendProblemResult(c, body);
    return runStep(c, c.req.param('id'), id => updatePhotos(context, id, body.output.photos));
  });

  routes.delete('/:id/', verificationDocs.remove, c =>
    runRemoval(c, c.req.param('id'), id => deleteVerification(context, id)),
  );

  routes.get('/:id/status/', verificationDocs.status, async c => {
    const authorized = await authorize(c, c.req.param('id'));
    if (!authorized) return sendProblemResult(c, notFoundProblem);
    const state: VerificationState = { status: getCurrentStatus(authorized), reason: authorized.row.reason };
    return c.json(state);
  });

  routes.post('/:id/handoff/', verificationDocs.handoff, async c => {
    const authorized = await authorize(c, c.req.param('id'));
    if (!authorized?.isOwner) return sendProblemResult(c, notFoundProblem);
    const status = getCurrentStatus(authorized);
    if (!isVerificationEditable(status)) return sendProblemResult(c, createStateConflict(status));
    return c.json(await createHandoff(context, authorized.row.id));
  });

  return routes;
}
