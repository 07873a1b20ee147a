import type { Context, Hono } from 'hono';
import { Problem } from '#core/contract/problem.ts';
import {
  createVerificationHandoffCall,
  deletePhotoCall,
  deleteVerificationCall,
  getVerificationCall,
  getVerificationInputsCall,
  getVerificationStateCall,
  listVerificationsCall,
  startVerificationCall,
  submitVerificationCall,
  updateVerificationCall,
  uploadPhotoCall,
  VerificationConfirm,
  VerificationCreate,
  VerificationUpdate,
} from '#core/contract/verification.ts';
import { identifyAccount } from '#server/accounts/sessions/authenticate.ts';
import { loadClaimById } from '#server/exchange/claims/findClaimById.ts';
import { authorizeClaim, readClaimCredentials } from '#server/exchange/claims/view/authorizeClaim.ts';
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
import { createCallRoutes, everybody } from './callRoutes.ts';
import {
  describeJson,
  describeUpload,
  pageParameters,
  uploadRefusals,
} from '#server/platform/http/openapiDocs.ts';
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

const describeHeader = (name: string, description: string) => ({
  name,
  in: 'header' as const,
  description,
  schema: { type: 'string' as const },
});
const SECRET_OR_TOKEN = 'The claim’s secret; an access token replaces it';
const describeId = (name: string) => ({
  name,
  in: 'query' as const,
  schema: { type: 'string' as const, format: 'uuid' },
});
const verificationField = {
  type: 'string',
  format: 'uuid',
  description: 'id of the verification; must precede the file, whose access it decides',
};

/** Calls whose answer checks the credentials: the id of the claim or verification may be in the body. */
const anyone = {
  ...everybody,
  refusals: {
    404: describeJson(Problem, '`not_found`: no such verification, or a wrong secret, token or device'),
  },
};
const withAccess = {
  ...anyone,
  parameters: [
    describeHeader('X-Claim-Secret', 'The claim’s secret; on a phone, X-Verification-Token replaces it'),
    describeHeader('X-Verification-Token', 'The token for a phone: the fragment of the handoff URL'),
    describeHeader(
      'X-Verification-Device',
      'A secret of the phone: 22–128 letters, digits, `-`, `_`. The token works only with the first one it is used with',
    ),
  ],
};

/** Routes below /api/v1/verify and /api/v2/verify. */
export function createVerificationRoutes(context: ServerContext): Hono {
  const { db, now } = context;
  // Also below /api/v2/verify, which is as long.
  const { routes, addCall } = createCallRoutes('/api/v1/verify', 'verification');
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
  const loadVerification = async (c: Context, id: string) => {
    const { row, claim } = await authorize(c, id);
    return buildVerification(context, db, row, claim);
  };
  const getCurrentStatus = ({ row, claim }: VerificationAccess) => getVerificationStatus(row, claim, now());

  addCall(
    listVerificationsCall,
    {
      access: anyone,
      parameters: [describeId('claim'), ...pageParameters, describeHeader('X-Claim-Secret', SECRET_OR_TOKEN)],
    },
    async c => {
      const userId = c.var.account?.user.id;
      const claimId = c.req.query('claim');
      if (claimId === undefined && userId !== undefined)
        return listAccountVerifications(context, userId, c.req.query());
      const claim = await findOwnedClaim(c, claimId ?? '');
      return listVerifications(context, claim, c.req.query());
    },
  );
  addCall(
    startVerificationCall,
    {
      access: anyone,
      parameters: [describeHeader('X-Claim-Secret', SECRET_OR_TOKEN)],
      body: VerificationCreate,
    },
    async (c, { body: { claim: claimId, requisite } }) => {
      const userId = c.var.account?.user.id ?? null;
      if (claimId === undefined && requisite !== undefined) {
        if (userId === null) throw notFoundProblem;
        return sendStarted(c, await startCardVerification(context, userId, requisite));
      }
      if (claimId === undefined) throw createFieldProblem({ claim: { code: 'body_invalid' } });
      const claim = await findOwnedClaim(c, claimId);
      return sendStarted(c, await startVerification(context, claim, userId));
    },
  );
  addCall(getVerificationInputsCall, { access: everybody }, async () => {
    const { types, ...photo } = PHOTO_LIMITS;
    return { inputs: [], photo: { ...photo, types: [...types] } };
  });
  addCall(
    uploadPhotoCall,
    {
      access: { ...withAccess, refusals: { ...withAccess.refusals, ...uploadRefusals } },
      status: 201,
      ownBody: describeUpload('JPEG, PNG or WebP', { verification: verificationField }),
    },
    c =>
      withUpload(c, async upload => {
        const id = await upload.findField('verification');
        if (id === undefined) throw createFieldProblem({ verification: { code: 'empty' } });
        const access = await authorize(c, id);
        const status = getCurrentStatus(access);
        if (status !== 'pending' && !isVerificationEditable(status)) throw createStateConflict(status);
        return addPhoto(context, access.row.id, await upload.readFile());
      }),
  );
  addCall(
    deletePhotoCall,
    { access: withAccess, parameters: [{ ...describeId('verification'), required: true }] },
    async (c, { photo }) => {
      const { row } = await authorize(c, c.req.query('verification') ?? '');
      await deletePhoto(context, row.id, photo);
    },
  );
  addCall(
    submitVerificationCall,
    { access: withAccess, body: VerificationConfirm },
    async (c, { body: { verification: id } }) => {
      await submitVerification(context, (await authorize(c, id)).row.id);
      return loadVerification(c, id);
    },
  );
  addCall(getVerificationCall, { access: withAccess }, (c, { id }) => loadVerification(c, id));
  addCall(
    updateVerificationCall,
    { access: withAccess, body: VerificationUpdate },
    async (c, { id, body: { photos } }) => {
      await updatePhotos(context, (await authorize(c, id)).row.id, photos);
      return loadVerification(c, id);
    },
  );
  addCall(deleteVerificationCall, { access: withAccess }, async (c, { id }) =>
    deleteVerification(context, (await authorize(c, id)).row.id),
  );
  addCall(getVerificationStateCall, { access: withAccess }, async (c, { id }) => {
    const access = await authorize(c, id);
    return { status: getCurrentStatus(access), reason: access.row.reason };
  });
  addCall(
    createVerificationHandoffCall,
    {
      access: anyone,
      parameters: [{ ...describeHeader('X-Claim-Secret', 'The claim’s secret'), required: true }],
    },
    async (c, { id }) => {
      const access = await authorize(c, id);
      if (!access.isOwner) throw notFoundProblem;
      const status = getCurrentStatus(access);
      if (!isVerificationEditable(status)) throw createStateConflict(status);
      return createHandoff(context, access.row.id);
    },
  );
  return routes;
}
