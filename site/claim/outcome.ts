import { isClosed, STEPS } from '#core/claim/status.ts';
import type { ClaimStatus } from '#core/contract/claim.ts';
import { says } from '#widget/claim/next.ts';
import { plural } from '#widget/claim/time.ts';
import { sum } from '#widget/figures.ts';
import { clock } from './moment.ts';

/** What the merchant's page said by the address it came back to. Only a reason to word things, never a fact. */
export type Said = 'success' | 'fail';

/** How a claim stands when its payer comes back, in words. */
export interface Outcome {
  /** Whether it ended, and how. */
  mark: 'good' | 'bad' | null;
  title: string;
  text: string;
  /** Whether the sum that was sent is the headline. */
  total: boolean;
  lines: [name: string, value: string][];
  /** Whether the payment can be tried again. */
  again: boolean;
}

/** The outcome of a claim by its status; `said` matters only while the server has not heard of a payment. */
export function outcome(claim: ClaimStatus, said: Said): Outcome {
  const { status } = claim;
  const number: [string, string] = ['Заявка', `№ ${claim.number}`];
  const sent = sum(claim.fromSumma, claim.from.currency);
  const took = minutes(claim);
  const going = { mark: null, total: false, again: false } as const;
  if (status === 'completed')
    return {
      mark: 'good',
      title: 'Деньги отправлены',
      text: [claim.to.name, claim.toRequisite].filter(Boolean).join(', '),
      total: true,
      lines: [number, ['Отдали', sent], ...(took ? [['Заняло', took] as [string, string]] : [])],
      again: false,
    };
  if (isClosed(status))
    return {
      mark: status === 'refunded' ? 'good' : 'bad',
      title: status === 'expired' ? 'Перевод не\u00a0пришёл вовремя' : STEPS[status].label,
      text: says(claim),
      total: false,
      lines: [number, [status === 'expired' ? 'Ждали' : 'Отдаёте', sent]],
      again: false,
    };
  const lines: Outcome['lines'] = [
    number,
    ['Отдаёте', sent],
    ['Получаете', sum(claim.toSumma, claim.to.currency)],
  ];
  if (status !== 'waiting') return { ...going, title: STEPS[status].label, text: says(claim), lines };
  const until = claim.deadline ? ` до\u00a0${clock(claim.deadline)}` : '';
  if (said === 'success')
    return {
      ...going,
      title: 'Ждём подтверждения оплаты',
      text: 'Банк ещё не\u00a0сообщил нам о\u00a0платеже. Когда деньги придут, статус изменится. Платить второй раз не\u00a0нужно.',
      lines,
    };
  return {
    ...going,
    title: 'Оплата не\u00a0прошла',
    text: `Заявка ждёт оплаты${until}. Если деньги всё же списали, не\u00a0платите второй раз: напишите нам, найдём платёж.`,
    lines,
    again: true,
  };
}

/** From the claim to its end: «14 минут»; null when the server does not tell. */
function minutes({ createdAt, history }: ClaimStatus): string | null {
  const end = history.findLast(event => event.status === 'completed');
  if (!end) return null;
  const passed = Math.max(1, Math.round((Date.parse(end.at) - Date.parse(createdAt)) / 60_000));
  return plural(passed, ['минута', 'минуты', 'минут']);
}
