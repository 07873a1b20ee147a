import type { CashMeeting, ClaimStatus } from '#core/contract/claim.ts';
import type { ClaimStatusCode } from '#core/claim/status.ts';
import { createLazyModule } from '../../lazy/lazyModule.ts';

/** Texts of a claim that differ from those of a transfer. A missing one is the same. */
export interface ClaimWording {
  /** Labels of statuses, and titles of closed claims. */
  titles?: Partial<Record<ClaimStatusCode, string>>;
  /** What happens next, by status. */
  nextSteps?: Partial<Record<ClaimStatusCode, string>>;
  /** What the visitor can do, by status. */
  personSteps?: Partial<Record<ClaimStatusCode, string>>;
  /** Completed statuses in the timeline. */
  pastSteps?: Partial<Record<ClaimStatusCode, string>>;
  /** Future steps of the timeline, instead of «Ждём оплату», «Найдём перевод» and «Отправим …». */
  futureSteps?: { payment?: string; receipt?: string; payout?: (amount: string) => string };
}

/** Loaded lazily: few claims are about cash. */
export const lazyCashWording = createLazyModule(() => import('./cashWording.ts'));

const TRANSFER_WORDING: ClaimWording = {};

/** Returns the texts of a cash claim, once loaded. Those of a transfer need no changes. */
export function getClaimWording({ meeting }: { meeting: Pick<CashMeeting, 'side'> | null }): ClaimWording {
  const cashWording = meeting && lazyCashWording.module.value?.CASH_WORDING[meeting.side];
  return cashWording ?? TRANSFER_WORDING;
}

/** Whether a claim has to wait for its texts. */
export function isWordingMissing({ meeting }: ClaimStatus): boolean {
  return meeting !== null && lazyCashWording.module.value === null;
}
