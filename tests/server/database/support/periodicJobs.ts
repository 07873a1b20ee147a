import { deleteDueAccounts } from '#server/accounts/deletion/accountDeletion.ts';
import { cleanUpAccounts } from '#server/accounts/accountCleanup.ts';
import { makeDueOffers } from '#server/exchange/claims/recalculation/dueOffers.ts';
import { eraseAccountEmail } from '#server/notifications/emails/eraseAccountEmail.ts';
import { checkCourseAlerts } from '#server/notifications/courseAlerts/checkAlerts.ts';
import { eraseEndedClaims } from '#server/exchange/claims/retention/eraseEndedClaims.ts';
import { expireOverdueClaims } from '#server/exchange/claims/status/claimExpiry.ts';
import { findOwnAddresses, matchTransfer } from '#server/exchange/payments/matchTransfer.ts';
import { recordFinalPayments } from '#server/exchange/payments/recordFinalPayments.ts';
import { deleteFullBuckets } from '#server/platform/limits/limitCleanup.ts';
import { countPartnerStatistics } from '#server/partners/statistics/partnerStatisticsJob.ts';
import { payApprovedClaims } from '#server/exchange/verification/approvedClaims.ts';
import { emailExpiringCards } from '#server/accounts/requisites/expiringCards.ts';
import { cleanUpVerifications } from '#server/exchange/verification/verificationCleanup.ts';
import type { TestServer } from '../../../support/testServer.ts';

const TRANSFER = { address: '0x0', currencyId: 1n, amount: 1n, reference: '0x0:0' };

/** One run of each periodic job that reads the database. */
export const PERIODIC_JOBS: readonly ((context: TestServer['context']) => Promise<unknown>)[] = [
  expireOverdueClaims,
  makeDueOffers,
  cleanUpVerifications,
  payApprovedClaims,
  emailExpiringCards,
  eraseEndedClaims,
  eraseAccountEmail,
  deleteFullBuckets,
  cleanUpAccounts,
  deleteDueAccounts,
  countPartnerStatistics,
  checkCourseAlerts,
  context => recordFinalPayments(context, 'ethereum'),
  ({ db }) => findOwnAddresses(db, [TRANSFER.address, '0x1']),
  ({ db, now }) => matchTransfer(db, TRANSFER, now()),
];
