import { changeLetterCall, LetterChange, listLettersCall } from '#core/contract/operator/letters.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { changeLetterAsStaff, parseLetterId } from '#server/operator/emails/changeLetter.ts';
import { staffLetterList } from '#server/operator/emails/staffLetters.ts';
import { readListPage } from '#server/platform/lists/listDefinition.ts';
import type { AddCall } from '../callRoutes.ts';
import type { createStaffAccess } from './staffGuard.ts';

/** Routes of e-mails that could not be sent, for staff. */
export function addStaffLetterCalls(
  addCall: AddCall,
  context: ServerContext,
  accessFor: ReturnType<typeof createStaffAccess>,
): void {
  addCall(listLettersCall, { access: accessFor('read') }, async c => {
    const { path } = listLettersCall;
    return readListPage(context, staffLetterList, { owner: null, query: c.req.query(), path });
  });
  addCall(changeLetterCall, { access: accessFor('letters'), body: LetterChange }, (c, { letter, body }) =>
    changeLetterAsStaff(c.var.staff.operator, parseLetterId(letter), body),
  );
}
