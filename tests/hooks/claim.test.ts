import { expect, test } from 'vitest';
import type { ClaimEvent, ClaimStatus, Recalculation } from '#core/contract/claim.ts';
import { isClosed, REASONS, STATUSES } from '#core/claim/status.ts';
import type { Status } from '#core/claim/status.ts';
import { says } from '#widget/claim/next.ts';
import { rows } from '#widget/claim/timeline.ts';

const side = { code: 'TRX', name: 'Tron', currency: 'TRX', network: null, icon: '', decimals: 6 };
const at = (minute: number) => new Date(Date.parse('2026-03-02T09:00:00Z') + minute * 60_000).toISOString();

/** A claim that has come by these statuses, one a minute. */
function claim(path: readonly Status[], more: Partial<ClaimStatus> = {}): ClaimStatus {
  const history = path.map((status, index): ClaimEvent => ({ status, reason: null, at: at(index) }));
  return {
    id: '00000000-0000-4000-8000-000000000000',
    number: 'ABC',
    status: path.at(-1) ?? 'new',
    reason: null,
    from: side,
    to: { ...side, code: 'SBERRUB', name: 'Сбербанк', currency: 'RUB', decimals: 2 },
    fromSumma: '1000.000000',
    toSumma: '22881.40',
    course: '22.8814',
    withVerificationCourse: false,
    email: 'anna@example.com',
    toRequisite: '2200 •••• 0004',
    city: null,
    deadline: null,
    createdAt: at(0),
    now: at(30),
    history,
    can: null,
    received: null,
    recalculations: [],
    courseUntil: null,
    waterfall: null,
    confirmations: null,
    bills: [],
    refundTo: null,
    verification: null,
    merchant: false,
    demo: false,
    ...more,
  };
}

const offered: Recalculation = {
  reason: 'underpaid',
  fromSumma: '900.000000',
  course: '22.8814',
  toSumma: '20593.26',
  state: 'offered',
  at: at(5),
};

test.each(STATUSES)('%s says in whole sentences what happens or what to do, for every reason', status => {
  for (const reason of [null, ...REASONS]) {
    const text = says(claim(['waiting', status], { reason }));
    expect(text).toMatch(/^\p{Lu}.{20,}\.$/u);
    expect(text).not.toMatch(/undefined|null|!| {2}/);
  }
});

test('no two reasons of a hold say the same, and an offer asks for the decision', () => {
  const held = REASONS.map(reason => says(claim(['waiting', 'confirming', 'hold'], { reason })));
  expect(new Set(held).size).toBe(REASONS.length);
  const asks = claim(['waiting', 'confirming', 'hold'], { reason: 'underpaid', recalculations: [offered] });
  expect(says(asks)).toMatch(/Пришло меньше.*пересчитали.*Согласитесь/);
});

test('who pays on a merchant’s page is not told to transfer', () => {
  expect(says(claim(['waiting'], { merchant: true }))).toMatch(/^Оплатите/);
  expect(says(claim(['waiting']))).toMatch(/^Переведите/);
});

test('a refund asks where to, and once it knows says it', () => {
  const path: Status[] = ['waiting', 'confirming', 'hold', 'refunding'];
  expect(says(claim(path))).toContain('Укажите, куда');
  expect(says(claim(path, { refundTo: 'TJRab…Tv8' }))).toContain('TJRab…Tv8');
});

test('the way of a good claim: what is done with its time, where it is with its part, what is to come', () => {
  const path: Status[] = ['waiting', 'claimed', 'confirming'];
  const told = rows(claim(path, { received: '1000.000000', confirmations: { have: 12, need: 20 } }));
  expect(told).toEqual([
    { state: 'done', name: 'Заявка создана', at: at(0) },
    { state: 'done', name: 'Вы сообщили об\u00a0оплате', at: at(1), about: undefined },
    { state: 'now', name: 'Ждём подтверждений сети', about: '12 из\u00a020', part: 0.6 },
    { state: 'todo', name: 'AML-проверка', about: undefined },
    { state: 'todo', name: 'Отправим 22\u00a0881,40\u00a0₽', about: 'Сбербанк, 2200 •••• 0004' },
  ]);
});

test.each(STATUSES.filter(status => !isClosed(status)))(
  '%s: something is done and something is to come',
  status => {
    const told = rows(claim(status === 'waiting' ? ['waiting'] : ['waiting', status]));
    const states = told.map(({ state }) => state);
    expect(states[0]).toBe('done');
    expect(states.filter(state => state === 'now').length).toBe(status === 'new' ? 0 : 1);
    expect(states.at(-1)).toBe('todo');
    expect(states).toEqual([...states].sort((a, b) => 'dnt'.indexOf(a[0] ?? '') - 'dnt'.indexOf(b[0] ?? '')));
  },
);

test('a backend that tells no history still shows when the claim was made', () => {
  const told = rows(claim(['payout'], { history: [] }));
  expect(told.map(({ name, at: when }) => [name, when])).toEqual([
    ['Заявка создана', at(0)],
    ['Отправляем средства', undefined],
    ['Отправим 22\u00a0881,40\u00a0₽', undefined],
  ]);
});
