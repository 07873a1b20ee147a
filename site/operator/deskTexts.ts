import { CLAIM_STATUSES, type ClaimReason, type ClaimStatusCode } from '#core/claim/status.ts';
import { localizeDecimal } from '#core/exchange/amount.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import { getStatusLabel } from '../claim/claimStatusText.ts';

/** Why a claim has its status, as staff reads it. */
const REASON_TEXTS: Readonly<Record<ClaimReason, string>> = {
  underpaid: 'пришло меньше',
  overpaid: 'пришло больше',
  paid_late: 'оплачена поздно',
  rate_moved: 'курс изменился',
  aml_risk: 'риск AML',
  sender_mismatch: 'другой отправитель',
  verification_failed: 'карта не подтверждена',
  manual: 'решает сотрудник',
  refund_elsewhere: 'возврат на другие реквизиты',
  refund_disputed: 'возврат оспорен',
};

/** The text of a reason, also of one that this build does not have. */
export const getReasonText = (reason: string): string =>
  (REASON_TEXTS as Readonly<Record<string, string>>)[reason] ?? reason;

/** The text of a status, or of the reason of a hold. */
export const getStateText = (state: string): string =>
  (CLAIM_STATUSES as readonly string[]).includes(state)
    ? getStatusLabel(state as ClaimStatusCode)
    : getReasonText(state);

/** Formats an amount of the currency with this code: «7 000 ₽», «52 USDTTRC20». The code includes the network. */
export const formatAmount = (amount: string, code: string | null): string =>
  formatMoney(amount, code?.endsWith('RUB') ? 'RUB' : (code ?? ''));

/** Formats percent: «0,65 %». */
export const formatPercent = (percent: string): string => `${localizeDecimal(percent)} %`;
