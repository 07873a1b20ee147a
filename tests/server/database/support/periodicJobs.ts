import { deleteDueAccounts } from '#server/accounts/deletion/accountDeletion.ts';
import { cleanUpAccounts } from '#server/accounts/accountCleanup.ts';
import { makeDueOffers } from '#server/exchange/claims/recalculation/dueOffers.ts';
import { eraseAccountEmail } from '#server/notifications/emails/eraseAccountEmail.ts';
import { checkCourseAlerts } from '#server/notifications/courseAlerts/checkAlerts.ts';
import { eraseEndedClaims } from '#server/exchange/claims/retention/eraseEndedClaims.ts';
import { expireOverdueClaims } from '#server/exchange/claims/status/claimExpiry.ts';
import { deleteFullBuckets } from '#server/platform/limits/limitCleanup.ts';
import { countPartnerStatistics } from '#server/partners/statistics/partnerStatisticsJob.ts';
import { payApprovedClaims } from '#server/exchange/verification/approvedClaims.ts';
import { emailExpiringCards } from '#server/accounts/requisites/expiringCards.ts';
import { cleanUpVerifications } from '#server/exchange/verification/verificationCleanup.ts';
import type { TestServer } from '../../../support/testServer.ts';

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
];
