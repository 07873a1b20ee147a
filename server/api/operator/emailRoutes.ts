import {
  changeUndeliveredEmailCall,
  listUndeliveredEmailsCall,
  UndeliveredEmailChange,
} from '#core/contract/operator/undeliveredEmails.ts';
import {
  changeUndeliveredEmailAsStaff,
  parseEmailId,
} from '#server/operator/emails/changeUndeliveredEmail.ts';
import { undeliveredEmailList } from '#server/operator/emails/undeliveredEmails.ts';
import { readListPage } from '#server/platform/lists/listDefinition.ts';
import type { AddStaffCalls } from './staffGuard.ts';

/** Routes of e-mails that could not be sent, for staff. */
export const addStaffEmailCalls: AddStaffCalls = (addCall, context, accessFor) => {
  addCall(listUndeliveredEmailsCall, { access: accessFor('read') }, c =>
    readListPage(context, undeliveredEmailList, null, c.req),
  );
  addCall(
    changeUndeliveredEmailCall,
    { access: accessFor('undelivered_emails'), body: UndeliveredEmailChange },
    (c, { email, body }) => changeUndeliveredEmailAsStaff(c.var.staff.operator, parseEmailId(email), body),
  );
};
