import * as v from 'valibot';
import { ApiError } from '#core/api/apiError.ts';
import { WithdrawalRefusal } from '#core/contract/operator/withdrawals.ts';
import { formatDateTime } from '../../claim/formatDateTime.ts';

/** Why a withdrawal is unchanged. */
interface Refusal {
  /** A sentence and the way out, without a final full stop. */
  text: string;
  /** Whether the withdrawal is no longer open. */
  isDecided: boolean;
}

/** Describes why a withdrawal is unchanged; null for an error of another kind. */
export function describeWithdrawalRefusal(error: unknown): Refusal | null {
  const parsed = v.safeParse(WithdrawalRefusal, error instanceof ApiError ? error.body : null);
  if (!parsed.success) return null;
  const { code, status, by, at, until } = parsed.output;
  const who = [by ?? 'партнёр', at && formatDateTime(at)].filter(Boolean).join(', ');
  const texts: Readonly<Record<typeof code, string>> = {
    withdrawal_decided: `Ничего не изменили: эта выплата уже ${status === 1 ? 'записана как выплаченная' : 'отменена'} (${who})`,
    withdrawal_begun: `Эту выплату уже начали: ${who}. Узнайте, отправлены ли деньги`,
    withdrawal_not_begun: 'Выплата не начата, и партнёр может её отменить. Сначала начните выплату',
    payouts_frozen: `Партнёр остановил выплаты${until ? ` до ${formatDateTime(until)}` : ''}. Повторите после этого или отмените выплату, если деньги не отправлены`,
    partner_off:
      'Партнёр отключён, или его аккаунт заблокирован: ему не выплачиваем. Отмените выплату, если деньги не отправлены',
    reserve_waiting: 'В резерве валюты меньше, чем эта выплата. Пополните резерв и повторите',
  };
  return { text: texts[code], isDecided: code === 'withdrawal_decided' };
}
