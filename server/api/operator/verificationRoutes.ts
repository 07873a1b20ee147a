import {
  decideVerificationCall,
  getStoredFileCall,
  listOperatorVerificationsCall,
  VerificationDecisionBody,
} from '#core/contract/operator/verifications.ts';
import { decideAsStaff, staffVerificationList } from '#server/operator/claims/staffVerifications.ts';
import { openStoredFile } from '#server/operator/claims/storedFiles.ts';
import { readListPage } from '#server/platform/lists/listDefinition.ts';
import type { AddStaffCalls } from './staffGuard.ts';

/** Codes of fields that the response keeps. */
const codes = ['empty', 'too_long'];

/** Routes of verifications, and of the files of clients, for staff. */
export const addStaffVerificationCalls: AddStaffCalls = (addCall, context, accessFor) => {
  addCall(listOperatorVerificationsCall, { access: accessFor('read') }, c =>
    readListPage(context, staffVerificationList, null, c.req),
  );
  addCall(
    decideVerificationCall,
    { access: accessFor('verifications'), body: VerificationDecisionBody, codes },
    (c, { id, body }) =>
      decideAsStaff(
        c.var.staff.operator,
        id,
        body.decision === 'approve' ? { approve: true } : { approve: false, reason: body.reason },
      ),
  );
  addCall(
    getStoredFileCall,
    { access: accessFor('read'), mediaType: 'application/octet-stream' },
    async (c, { file }) => {
      const { type, content } = await openStoredFile(c.var.staff.operator, file);
      // The database holds only re-encoded images and PDF documents, see FileRow.
      return c.body(new Uint8Array(content), 200, {
        'Content-Type': type,
        'Content-Disposition': 'attachment',
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
      });
    },
  );
};
