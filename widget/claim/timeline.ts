import type { ClaimStatus } from '#core/contract/claim.ts';
import { STEPS } from '#core/claim/status.ts';
import type { Reason, Status } from '#core/claim/status.ts';
import { sum } from '../figures.ts';

/** A step of a claim's way: done, the one it is at (`part` of it passed, 0…1) or one to come. */
export interface Row {
  state: 'done' | 'now' | 'todo';
  name: string;
  about?: string | undefined;
  /** ISO 8601, when it was done. */
  at?: string | undefined;
  part?: number | undefined;
}

/** What has happened once a claim has been in a status; null where nobody needs to know. */
const done: Readonly<Record<Status, string | null>> = {
  new: 'Заявка создана',
  verification: 'Карта на\u00a0проверке',
  requisites: null,
  waiting: null,
  claimed: 'Вы сообщили об\u00a0оплате',
  confirming: 'Перевод найден',
  aml: 'Сеть подтвердила перевод',
  hold: 'Заявка на\u00a0проверке',
  paid: 'Деньги получены',
  payout: 'Выплата начата',
  payout_error: 'Выплата задержалась',
  refunding: 'Решили вернуть деньги',
  completed: 'Деньги отправлены',
  refunded: 'Деньги возвращены',
  rejected: 'Заявка отклонена',
  expired: 'Время оплаты истекло',
  cancelled: 'Заявка отменена',
};

const because: Readonly<Record<Reason, string>> = {
  underpaid: 'пришло меньше',
  overpaid: 'пришло больше',
  paid_late: 'перевод пришёл после срока',
  rate_moved: 'курс изменился',
  aml_risk: 'риск по\u00a0монетам',
  sender_mismatch: 'другой отправитель',
  verification_failed: 'карта не\u00a0подтверждена',
  manual: 'решение оператора',
};

/** The steps of a claim in order: those done with their times, the one it is at, those to come. */
export function rows(claim: ClaimStatus): Row[] {
  const { status, history, createdAt, confirmations, received, reason } = claim;
  const before = history.slice(0, -1);
  const past = before.flatMap(({ status: was, reason: why, at }, index): Row[] => {
    const name = index === 0 ? null : done[was];
    const about = was === 'confirming' && received ? sum(received, claim.from.currency) : undefined;
    return name ? [{ state: 'done', name, at, about: why ? because[why] : about }] : [];
  });
  // Where a claim begins differs; that it was made is the same each time.
  const made: Row = { state: 'done', name: done.new ?? '', at: history[0]?.at ?? createdAt };
  const about =
    status === 'confirming' && confirmations
      ? `${confirmations.have} из\u00a0${confirmations.need}`
      : reason
        ? because[reason]
        : undefined;
  const part = confirmations && confirmations.need > 0 ? confirmations.have / confirmations.need : undefined;
  const now: Row = {
    state: 'now',
    name: STEPS[status].label,
    about,
    part: status === 'confirming' ? part : undefined,
  };
  return [made, ...past, ...(status === 'new' ? [] : [now]), ...ahead(claim)];
}

/** What a claim in this status has before it when all goes well. */
function ahead(claim: ClaimStatus): Row[] {
  const todo = (name: string, about?: string): Row => ({ state: 'todo', name, about });
  const offered = claim.recalculations.findLast(({ state }) => state !== 'refused');
  const payout = todo(
    `Отправим ${sum(offered?.toSumma ?? claim.toSumma, claim.to.currency)}`,
    `${claim.to.name}, ${claim.toRequisite}`,
  );
  switch (claim.status) {
    case 'new':
    case 'verification':
    case 'requisites':
    case 'waiting':
      return [todo('Ждём оплату'), payout];
    case 'claimed':
      return [todo('Найдём перевод'), payout];
    case 'confirming':
      return [todo(STEPS.aml.label), payout];
    case 'hold':
      return [todo('Отправим деньги или вернём их')];
    case 'refunding':
      return [
        todo(
          `Вернём ${sum(claim.received ?? claim.fromSumma, claim.from.currency)}`,
          claim.refundTo ?? undefined,
        ),
      ];
    default:
      return [payout];
  }
}
