import { deleteDueAccounts } from '#server/accounts/deletion/deleteDueAccounts.ts';
import { cleanUpAccounts } from '#server/accounts/accountCleanup.ts';
import { makeDueOffers } from '#server/claims/recalculation/dueOffers.ts';
import { eraseAccountMail } from '#server/mail/eraseAccountMail.ts';
import { checkCourseAlerts } from '#server/courseAlerts/checkAlerts.ts';
import { eraseEndedClaims } from '#server/claims/retention/eraseEndedClaims.ts';
import { expireOverdueClaims } from '#server/claims/status/claimExpiry.ts';
import { deleteFullBuckets } from '#server/limits/limitCleanup.ts';
import { countPartnerStatistics } from '#server/shop/statistics/partnerStatisticsJob.ts';
import { payApprovedClaims } from '#server/verification/approvedClaims.ts';
import { mailExpiringCards } from '#server/verification/expiringCards.ts';
import { cleanUpVerifications } from '#server/verification/verificationCleanup.ts';
import type { TestServer } from '../../../support/testServer.ts';

/** One run of each periodic job that reads the database. */
export const PERIODIC_JOBS: readonly ((context: TestServer['context']) => Promise<unknown>)[] = [
  expireOverdueClaims,
  makeDueOffers,
  cleanUpVerifications,
  payApprovedClaims,
  mailExpiringCards,
  eraseEndedClaims,
  eraseAccountMail,
  deleteFullBuckets,
  cleanUpAccounts,
  deleteDueAccounts,
  countPartnerStatistics,
  checkCourseAlerts,
];
