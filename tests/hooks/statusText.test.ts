import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ClaimEvent, ClaimStatus, Recalculation } from '#core/contract/claim.ts';
import { isClosedStatus, CLAIM_REASONS, CLAIM_STATUSES, CLAIM_STATUS_RULES } from '#core/claim/status.ts';
import type { ClaimStatusCode } from '#core/claim/status.ts';
import { lazyCashWording } from '#widget/claim/cash/claimWording.ts';
import { describeClaimStatus } from '#widget/claim/status/describeClaimStatus.ts';
import { buildTimelineSteps } from '#widget/claim/status/timelineSteps.ts';

const side = {
  code: 'TRX',
  name: 'Tron',
  currency: 'TRX',
  network: null,
  kind: 'crypto' as const,
  icon: '',
  decimals: 6,
};
const isoAt = (minute: number) =>
  new Date(Date.parse('2026-03-02T09:00:00Z') + minute * 60_000).toISOString();

/** Builds a claim with this status history, one status per minute. */
function createClaimStatus(path: readonly ClaimStatusCode[], more: Partial<ClaimStatus> = {}): ClaimStatus {
  const history = path.map((status, index): ClaimEvent => ({
    status,
    reason: null,
    cause: null,
    at: isoAt(index),
  }));
  return {
    id: '00000000-0000-4000-8000-000000000000',
    number: 'ABC',
    status: path.at(-1) ?? 'new',
    reason: null,
    cause: null,
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
    createdAt: isoAt(0),
    now: isoAt(30),
    history,
    can: null,
    received: null,
    recalculations: [],
    courseUntil: null,
    waterfall: null,
    confirmations: null,
    bills: [],
    refundTo: null,
    transfers: [],
    verification: null,
    cardSide: null,
    merchant: false,
    meeting: null,
    offerRefusal: null,
    emailConfirmed: true,
    maintenance: false,
    demo: false,
    ...more,
  };
}

const OFFER: Recalculation = {
  reason: 'underpaid',
  fromSumma: '900.000000',
  course: '22.8814',
  toSumma: '20593.26',
  state: 'offered',
  at: isoAt(5),
  expiresAt: isoAt(20),
};

test.each(CLAIM_STATUSES)('%s is described in whole sentences for every reason', status => {
  for (const reason of [null, ...CLAIM_REASONS]) {
    const text = describeClaimStatus(createClaimStatus(['waiting', status], { cause: reason }));
    expect(text).toMatch(/^\p{Lu}.{20,}\.$/u);
    expect(text).not.toMatch(/undefined|null|!| {2}/);
  }
});

test('each hold reason has its own text, and an offer asks for a decision', () => {
  const held = CLAIM_REASONS.map(reason =>
    describeClaimStatus(createClaimStatus(['waiting', 'confirming', 'hold'], { cause: reason })),
  );
  expect(new Set(held).size).toBe(CLAIM_REASONS.length);
  const offered = createClaimStatus(['waiting', 'confirming', 'hold'], {
    reason: 'underpaid',
    recalculations: [OFFER],
  });
  expect(describeClaimStatus(offered)).toMatch(/Пришло меньше.*пересчитали.*Согласитесь/);
});

test('a merchant claim says to pay, not to transfer', () => {
  expect(describeClaimStatus(createClaimStatus(['waiting'], { merchant: true }))).toMatch(/^Оплатите/);
  expect(describeClaimStatus(createClaimStatus(['waiting']))).toMatch(/^Переведите/);
});

test('a refund asks for the address, then names it', () => {
  const path: ClaimStatusCode[] = ['waiting', 'confirming', 'hold', 'refunding'];
  expect(describeClaimStatus(createClaimStatus(path))).toContain('Укажите, куда');
  expect(describeClaimStatus(createClaimStatus(path, { refundTo: 'TJRab…Tv8' }))).toContain('TJRab…Tv8');
});

test.each(['from', 'to'] as const)('a claim with cash on the side %s has its own timeline', async side => {
  await lazyCashWording.load();
  const meeting = { side, city: 'Казань', place: null, hours: null, telegram: '@anna_demo' };
  const path: ClaimStatusCode[] =
    side === 'from' ? ['waiting', 'claimed'] : ['waiting', 'confirming', 'paid'];
  const names = buildTimelineSteps(createClaimStatus(path, { meeting })).map(({ name }) => name);
  expect(names).toEqual(
    side === 'from'
      ? ['Заявка создана', 'Вы сообщили о передаче', 'Сверим сумму', 'Отправим 22\u00a0881,40\u00a0₽']
      : ['Заявка создана', 'Перевод найден', 'Готовим наличные', 'Выдадим 22\u00a0881,40\u00a0₽'],
  );
});

test('the timeline shows done steps with times, the current step with progress, and next steps', () => {
  const path: ClaimStatusCode[] = ['waiting', 'claimed', 'confirming'];
  const timeline = buildTimelineSteps(
    createClaimStatus(path, { received: '1000.000000', confirmations: { have: 12, need: 20 } }),
  );
  expect(timeline).toEqual([
    { state: 'done', name: 'Заявка создана', at: isoAt(0) },
    { state: 'done', name: 'Вы сообщили об оплате', at: isoAt(1), description: undefined },
    { state: 'now', name: 'Ждём подтверждений сети', description: '12 из 20', progress: 0.6 },
    { state: 'todo', name: 'AML-проверка', description: undefined },
    { state: 'todo', name: 'Отправим 22\u00a0881,40\u00a0₽', description: 'Сбербанк, 2200 •••• 0004' },
  ]);
});

test.each(CLAIM_STATUSES.filter(status => !isClosedStatus(status)))(
  '%s has done and pending timeline steps',
  status => {
    const timeline = buildTimelineSteps(
      createClaimStatus(status === 'waiting' ? ['waiting'] : ['waiting', status]),
    );
    const states = timeline.map(({ state }) => state);
    expect(states[0]).toBe('done');
    expect(states.filter(state => state === 'now').length).toBe(status === 'new' ? 0 : 1);
    // The payout is the last step.
    expect(states.at(-1)).toBe(status === 'payout' ? 'now' : 'todo');
    expect(states).toEqual([...states].sort((a, b) => 'dnt'.indexOf(a[0] ?? '') - 'dnt'.indexOf(b[0] ?? '')));
  },
);

test('shows the creation time without a history', () => {
  const timeline = buildTimelineSteps(createClaimStatus(['payout'], { history: [] }));
  expect(timeline.map(({ name, at: when }) => [name, when])).toEqual([
    ['Заявка создана', isoAt(0)],
    ['Отправляем 22\u00a0881,40\u00a0₽', undefined],
  ]);
});

const listSteps = (path: readonly ClaimStatusCode[], more?: Partial<ClaimStatus>) =>
  buildTimelineSteps(createClaimStatus(path, more)).map(({ state, name }) => `${state}: ${name}`);

test('the timeline has no status that a payment only passed through', () => {
  const { history } = createClaimStatus(['waiting', 'claimed', 'paid', 'payout']);
  const passed = history.map((event, index) => ({ ...event, at: isoAt(index === 2 ? 1 : index) }));
  expect(listSteps(['payout'], { history: passed })).toEqual([
    'done: Заявка создана',
    'done: Деньги получены',
    'now: Отправляем 22\u00a0881,40\u00a0₽',
  ]);
});

test('a step of the timeline keeps its name when it is done', () => {
  const { label } = CLAIM_STATUS_RULES.aml;
  expect(listSteps(['waiting', 'confirming'])).toContain(`todo: ${label}`);
  expect(listSteps(['waiting', 'confirming', 'aml'])).toContain(`now: ${label}`);
  expect(listSteps(['waiting', 'confirming', 'aml', 'paid'])).toContain(`done: ${label}`);
});

test.each([null, 'from', 'to'] as const)(
  'the payout is one step of the timeline, with cash on the side: %s',
  async side => {
    await lazyCashWording.load();
    const meeting = side && { side, city: 'Казань', place: null, hours: null, telegram: '@anna_demo' };
    const path: ClaimStatusCode[] = ['waiting', 'confirming', 'aml', 'paid', 'payout'];
    const payoutSteps = (steps: readonly string[]) =>
      steps.filter(step => /отправ|выда|выплат|готов|забрать/i.test(step));
    const paid = ['waiting', 'confirming', 'aml', 'paid'] as const;
    expect(payoutSteps(listSteps(paid, { meeting })).filter(step => step.startsWith('todo'))).toHaveLength(1);
    expect(payoutSteps(listSteps(path, { meeting }))).toEqual([
      side === 'to' ? 'now: Можно забрать наличные' : 'now: Отправляем 22\u00a0881,40\u00a0₽',
    ]);
    expect(payoutSteps(listSteps([...path, 'payout_error', 'payout'], { meeting }))).toHaveLength(2);
    const [step] = buildTimelineSteps(createClaimStatus(path, { meeting })).slice(-1);
    expect(step?.description).toBe(side === 'to' ? 'Сбербанк, Казань' : 'Сбербанк, 2200 •••• 0004');
  },
);

test('a verification names the card by its side, and no side without the field', () => {
  const describe = (cardSide: ClaimStatus['cardSide']) =>
    describeClaimStatus(createClaimStatus(['verification'], { cardSide }));
  expect(describe('from')).toMatch(/^Карту, с\sкоторой вы\sплатите, нужно один раз подтвердить\./);
  expect(describe('to')).toMatch(/^Карту, на\sкоторую вы\sполучаете, нужно один раз подтвердить\./);
  expect(describe(null)).toMatch(/^Карту нужно один раз подтвердить\./);
});

test('texts of the interface and of e-mails say «деньги» and «перевод», except in the labels of statuses', () => {
  const labels = Object.values(CLAIM_STATUS_RULES).map(({ label }) => label);
  const root = join(import.meta.dirname, '../..');
  const files = ['core', 'widget', 'site', 'server/notifications/emails'].flatMap(folder =>
    globSync(`${folder}/**/*.{ts,tsx,md}`, { cwd: root }),
  );
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap(file => {
    const text = labels.reduce(
      (rest, label) => rest.replaceAll(label, ''),
      readFileSync(join(root, file), 'utf8'),
    );
    return (text.match(/.*(?:средств[аоу]?|транзакци).*/gi) ?? []).map(line => `${file}: ${line.trim()}`);
  });
  expect(found).toEqual([]);
});
