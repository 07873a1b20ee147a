import { deepEqual, equal, match, notEqual } from 'node:assert/strict';
import { callInPage } from '../browser/browserTab.ts';
import { pollUntilEqual, pollUntil } from '../browser/pollUntil.ts';
import type { PrerenderedFormPage, AmountName } from './prerenderedFormPage.ts';

const FROM_FIELD = '[name=fromSumma]';
const TO_FIELD = '[name=toSumma]';
const SEND_CURRENCY = '[data-focus=from]';

/** A requirement for the hydration of a prerendered form. */
export interface HydrationScenario {
  name: string;
  /** A capability that some engines' protocols lack. */
  requires?: 'compose';
  run: (form: PrerenderedFormPage) => Promise<void>;
}

const amountReader = (form: PrerenderedFormPage, name: AmountName) => async () =>
  (await form.readField(name)).text;

/** Fails unless the field is still the same node and has focus. */
async function expectSameNodeFocused(form: PrerenderedFormPage, name: AmountName = 'fromSumma') {
  const { same, focused } = await form.readField(name);
  deepEqual({ same, focused }, { same: true, focused: true });
}

/** Fails unless the hydrated form calculates the same other amount for the same input. */
async function expectStillCalculates(form: PrerenderedFormPage) {
  const [amount, other] = [await amountReader(form, 'fromSumma')(), await amountReader(form, 'toSumma')()];
  await form.visitor.typeText(FROM_FIELD, '1');
  await form.visitor.typeText(FROM_FIELD, amount);
  await pollUntilEqual('the other amount', amountReader(form, 'toSumma'), other);
}

/** Types at least sixty keys without a pause, from before hydration until after it. */
async function typeThroughHydration(form: PrerenderedFormPage) {
  await form.visitor.click(FROM_FIELD);
  await form.tab.pressKeys('Control+a');
  let amount = '';
  async function typeParts(...parts: string[]) {
    for (const part of parts) {
      await form.tab.pressKeys(...part);
      amount += part;
    }
  }
  await typeParts('123 4', '56 78', '9,012');
  form.releaseReact();
  do await typeParts(' 3456');
  while (!(await form.isHydrated()));
  await typeParts(...Array.from({ length: 8 }, () => '78901'));
  equal(await amountReader(form, 'fromSumma')(), amount);
  await expectSameNodeFocused(form);
}

/** Inserts text after hydrateRoot attaches its listeners and before React commits. */
async function insertBeforeCommit(form: PrerenderedFormPage) {
  await form.visitor.typeText(FROM_FIELD, '20');
  await callInPage(form.tab, () => {
    const root = document.querySelector('exchange-widget')?.shadowRoot;
    const place = root?.querySelector('.exchange');
    const input = root?.querySelector('[name=fromSumma]');
    if (!place || !input) throw new Error('no form');
    const originalAddListener = place.addEventListener.bind(place);
    let hasInserted = false;
    place.addEventListener = (...args: Parameters<typeof originalAddListener>) => {
      originalAddListener(...args);
      if (hasInserted || args[0] !== 'input') return;
      hasInserted = true;
      queueMicrotask(() => {
        const committed = Object.keys(input).some(key => key.startsWith('__reactProps'));
        Object.assign(window, { between: { committed } });
        // A simulated key press cannot run inside this microtask.
        document.execCommand('insertText', false, '0');
      });
    };
  });
  const before = await amountReader(form, 'toSumma')();
  await form.hydrate();
  deepEqual(await callInPage(form.tab, () => (window as { between?: object }).between), { committed: false });
  equal(await amountReader(form, 'fromSumma')(), '200');
  notEqual(await amountReader(form, 'toSumma')(), before);
  await expectSameNodeFocused(form);
  await expectStillCalculates(form);
}

/** Undo is repeated because engines group typed keys differently. */
async function undoAfterHydration(form: PrerenderedFormPage) {
  const [before, other] = [await amountReader(form, 'fromSumma')(), await amountReader(form, 'toSumma')()];
  await form.visitor.typeText(FROM_FIELD, '777');
  await pollUntil('the other amount', amountReader(form, 'toSumma'), found => found !== other);
  await form.hydrate();
  equal(await amountReader(form, 'fromSumma')(), '777');
  for (let n = 0; n < 5 && (await amountReader(form, 'fromSumma')()) !== before; n++) await form.tab.undo();
  await pollUntilEqual('the amount', amountReader(form, 'fromSumma'), before);
  await pollUntilEqual('the other amount', amountReader(form, 'toSumma'), other);
  await expectSameNodeFocused(form);
}

async function composeThroughHydration(form: PrerenderedFormPage) {
  const { compose } = form.tab;
  if (!compose) throw new Error('this engine has no compositions');
  await form.visitor.click(FROM_FIELD);
  await form.tab.pressKeys('Control+a');
  await compose.text('4');
  await compose.text('42');
  await form.hydrate();
  await compose.text('427');
  await pollUntilEqual('the amount', amountReader(form, 'fromSumma'), '427');
  await compose.commit('427');
  await pollUntilEqual('the amount', amountReader(form, 'fromSumma'), '427');
  await expectSameNodeFocused(form);
  await expectStillCalculates(form);
}

async function selectBeforeHydration(form: PrerenderedFormPage) {
  await form.visitor.typeText(TO_FIELD, '123456');
  const left = 'Shift+ArrowLeft';
  await form.tab.pressKeys('End', 'ArrowLeft', left, left, left);
  const before = await form.readField('toSumma');
  deepEqual(before, {
    text: '123456',
    start: 2,
    end: 5,
    direction: 'backward',
    focused: true,
    same: true,
  });
  await form.hydrate();
  deepEqual(await form.readField('toSumma'), before);
  await form.tab.pressKeys('Backspace');
  await pollUntilEqual('the amount', amountReader(form, 'toSumma'), '126');
}

async function placeCaretBeforeHydration(form: PrerenderedFormPage) {
  await form.visitor.typeText(FROM_FIELD, '0,25');
  await form.tab.pressKeys('Home', 'ArrowRight', 'ArrowRight');
  const before = await form.readField('fromSumma');
  equal(before.start, 2);
  await form.hydrate();
  deepEqual(await form.readField('fromSumma'), before);
  await form.tab.pressKeys('1');
  await pollUntilEqual('the amount', amountReader(form, 'fromSumma'), '0,125');
}

async function submitBeforeHydration(form: PrerenderedFormPage) {
  await callInPage(form.tab, () => {
    const root = document.querySelector('exchange-widget')?.shadowRoot;
    Object.assign(window, { submits: 0 });
    root?.addEventListener('submit', () => (window as unknown as { submits: number }).submits++, true);
  });
  await form.visitor.typeText(FROM_FIELD, '250');
  await form.tab.pressKeys('Enter', 'Enter');
  equal(await amountReader(form, 'fromSumma')(), '250');
  await form.hydrate();
  await form.visitor.waitForText('.title', 'Куда отправить рубли?');
  await form.visitor.waitForText('.header small', /^250(,00)? USDT на\s/);
  equal(await callInPage(form.tab, () => (window as unknown as { submits: number }).submits), 1);
}

async function clickBeforeHydration(form: PrerenderedFormPage) {
  await callInPage(form.tab, () => {
    const root = document.querySelector('exchange-widget')?.shadowRoot;
    Object.assign(window, { clicks: 0 });
    root?.addEventListener('click', () => (window as unknown as { clicks: number }).clicks++);
  });
  const clicks = () => callInPage(form.tab, () => (window as unknown as { clicks: number }).clicks);
  await form.visitor.click(SEND_CURRENCY);
  await form.visitor.click(SEND_CURRENCY);
  equal(await clicks(), 0);
  await form.hydrate();
  await form.visitor.waitForText('.title', 'Что отдаёте?');
  await pollUntilEqual('the focus', form.visitor.readFocus, 'search');
  equal(await clicks(), 1);
  await form.tab.pressKeys('Escape');
  await pollUntil('the focus', form.visitor.readFocus, found => /^Вы\sотдаёте:/.test(found ?? ''));
}

async function chooseTypeBeforeHydration(form: PrerenderedFormPage) {
  const last = '.type:last-of-type';
  match((await form.visitor.readText(last)) ?? '', /^С\sверификацией/);
  const before = await amountReader(form, 'toSumma')();
  await form.visitor.click(`${last} input`);
  await form.hydrate();
  await form.visitor.waitForText(`${last} input:checked`, 'on');
  await pollUntil('the other amount', amountReader(form, 'toSumma'), found => found !== before);
}

/** A blurred field shows its amount with all decimals, as the hydrated form does. */
async function blurBeforeHydration(form: PrerenderedFormPage) {
  await form.visitor.typeText(FROM_FIELD, '75,5');
  await form.tab.pressKeys('Tab');
  await form.hydrate();
  await pollUntilEqual('the amount', amountReader(form, 'fromSumma'), '75,50');
}

async function hydrateUntouched(form: PrerenderedFormPage) {
  const before = await amountReader(form, 'toSumma')();
  await form.watchLayout();
  await form.hydrate();
  // The course's 15-second countdown starts at hydration.
  await form.visitor.waitForText('.countdown', /\b(\d|1[0-4])\sс$/);
  equal(await amountReader(form, 'toSumma')(), before);
  equal(await callInPage(form.tab, () => document.activeElement?.localName), 'body');
  deepEqual(await form.readMovedParts(), []);
}

/** Fails after a scenario if the page reported an error, including React's recoverable errors. */
const withoutErrors =
  (run: HydrationScenario['run']): HydrationScenario['run'] =>
  async form => {
    await run(form);
    deepEqual(await form.readErrors(), []);
  };

/** Scenarios for every prerendered form. Each needs a new page with USDT → RUB on a card. */
export const HYDRATION_SCENARIOS: readonly HydrationScenario[] = [
  { name: 'loses none of sixty keys typed during hydration', run: withoutErrors(typeThroughHydration) },
  { name: 'keeps text inserted between hydrateRoot and the commit', run: withoutErrors(insertBeforeCommit) },
  { name: 'undoes text typed before hydration', run: withoutErrors(undoAfterHydration) },
  { name: 'continues an IME composition', requires: 'compose', run: withoutErrors(composeThroughHydration) },
  { name: 'keeps focus, selection and its direction', run: withoutErrors(selectBeforeHydration) },
  { name: 'keeps the caret position', run: withoutErrors(placeCaretBeforeHydration) },
  {
    name: 'submits once after Enter is pressed twice before hydration',
    run: withoutErrors(submitBeforeHydration),
  },
  {
    name: 'opens the picker once after two clicks before hydration',
    run: withoutErrors(clickBeforeHydration),
  },
  { name: 'applies a course type chosen before hydration', run: withoutErrors(chooseTypeBeforeHydration) },
  { name: 'formats an amount blurred before hydration', run: withoutErrors(blurBeforeHydration) },
  {
    name: 'hydrates an untouched form without layout shift or focus',
    run: withoutErrors(hydrateUntouched),
  },
];

/** Verifies the checks themselves: a hydration mismatch must be reported. */
export async function expectMismatchReported(form: PrerenderedFormPage): Promise<void> {
  await callInPage(form.tab, () => {
    const rate = document.querySelector('exchange-widget')?.shadowRoot?.querySelector('.course');
    if (rate) rate.textContent = 'another course';
  });
  await form.watchLayout();
  await form.hydrate();
  notEqual((await form.readErrors()).length, 0);
  notEqual((await form.readMovedParts()).length, 0);
}
