import { changeLetterCall, LetterChange, listLettersCall } from '#core/contract/operator/letters.ts';
import { changeLetterAsStaff, parseLetterId } from '#server/operator/emails/changeLetter.ts';
import { staffLetterList } from '#server/operator/emails/staffLetters.ts';
import { readListPage } from '#server/platform/lists/listDefinition.ts';
import type { AddStaffCalls } from './staffGuard.ts';

/** Routes of e-mails that could not be sent, for staff. */
export const addStaffLetterCalls: AddStaffCalls = (addCall, context, accessFor) => {
  addCall(listLettersCall, { access: accessFor('read') }, c =>
    readListPage(context, staffLetterList, null, c.req),
  );
  addCall(changeLetterCall, { access: accessFor('letters'), body: LetterChange }, (c, { letter, body }) =>
    changeLetterAsStaff(c.var.staff.operator, parseLetterId(letter), body),
  );
};
