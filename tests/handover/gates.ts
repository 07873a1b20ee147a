import { deepEqual, equal, match, notEqual } from 'node:assert/strict';
import { call } from '../engines/driver.ts';
import { becomes, until } from '../engines/until.ts';
import type { Early, Name } from './early.ts';

const FROM = '[name=fromSumma]';
const TO = '[name=toSumma]';
const SEND = '[data-focus=from]';

/** What must hold while React takes a ready-made form over. */
export interface Gate {
  name: string;
  /** What not every engine's protocol has. */
  needs?: 'compose';
  run: (form: Early) => Promise<void>;
}

const text = (form: Early, name: Name) => async () => (await form.field(name)).text;

/** The field is the node that it was, and has the focus. */
async function stays(form: Early, name: Name = 'fromSumma') {
  const { same, focused } = await form.field(name);
  deepEqual({ same, focused }, { same: true, focused: true });
}

/** The same sum typed anew, once React has the form, gives the same other one. */
async function answers(form: Early) {
  const [sum, other] = [await text(form, 'fromSumma')(), await text(form, 'toSumma')()];
  await form.visitor.types(FROM, '1');
  await form.visitor.types(FROM, sum);
  await becomes('the other sum', text(form, 'toSumma'), other);
}

/** Sixty keys at least, without a pause from before React to after it, however long it takes. */
async function typed(form: Early) {
  await form.visitor.clicks(FROM);
  await form.tab.press('Control+a');
  let sum = '';
  async function type(...parts: string[]) {
    for (const part of parts) {
      await form.tab.press(...part);
      sum += part;
    }
  }
  await type('123 4', '56 78', '9,012');
  form.open();
  do await type(' 3456');
  while (!(await form.taken()));
  await type(...Array.from({ length: 8 }, () => '78901'));
  equal(await text(form, 'fromSumma')(), sum);
  await stays(form);
}

/** Text that comes after hydrateRoot has run and before React has committed: while it listens already. */
async function between(form: Early) {
  await form.visitor.types(FROM, '20');
  await call(form.tab, () => {
    const root = document.querySelector('exchange-widget')?.shadowRoot;
    const place = root?.querySelector('.exchange');
    const input = root?.querySelector('[name=fromSumma]');
    if (!place || !input) throw new Error('no form');
    const listen = place.addEventListener.bind(place);
    let told = false;
    place.addEventListener = (...args: Parameters<typeof listen>) => {
      listen(...args);
      if (told || args[0] !== 'input') return;
      told = true;
      queueMicrotask(() => {
        const committed = Object.keys(input).some(key => key.startsWith('__reactProps'));
        Object.assign(window, { between: { committed } });
        // A key cannot be pressed at a moment like this.
        document.execCommand('insertText', false, '0');
      });
    };
  });
  const before = await text(form, 'toSumma')();
  await form.release();
  deepEqual(await call(form.tab, () => (window as { between?: object }).between), { committed: false });
  equal(await text(form, 'fromSumma')(), '200');
  notEqual(await text(form, 'toSumma')(), before);
  await stays(form);
  await answers(form);
}

/** Engines differ in how many keys one undo takes back. */
async function undone(form: Early) {
  const [before, other] = [await text(form, 'fromSumma')(), await text(form, 'toSumma')()];
  await form.visitor.types(FROM, '777');
  await until('the other sum', text(form, 'toSumma'), found => found !== other);
  await form.release();
  equal(await text(form, 'fromSumma')(), '777');
  for (let n = 0; n < 5 && (await text(form, 'fromSumma')()) !== before; n++) await form.tab.undo();
  await becomes('the sum', text(form, 'fromSumma'), before);
  await becomes('the other sum', text(form, 'toSumma'), other);
  await stays(form);
}

async function composed(form: Early) {
  const { compose } = form.tab;
  if (!compose) throw new Error('this engine has no compositions');
  await form.visitor.clicks(FROM);
  await form.tab.press('Control+a');
  await compose.text('4');
  await compose.text('42');
  await form.release();
  await compose.text('427');
  await becomes('the sum', text(form, 'fromSumma'), '427');
  await compose.commit('427');
  await becomes('the sum', text(form, 'fromSumma'), '427');
  await stays(form);
  await answers(form);
}

async function selected(form: Early) {
  await form.visitor.types(TO, '123456');
  const left = 'Shift+ArrowLeft';
  await form.tab.press('End', 'ArrowLeft', left, left, left);
  const before = await form.field('toSumma');
  deepEqual(before, {
    text: '123456',
    start: 2,
    end: 5,
    direction: 'backward',
    focused: true,
    same: true,
  });
  await form.release();
  deepEqual(await form.field('toSumma'), before);
  await form.tab.press('Backspace');
  await becomes('the sum', text(form, 'toSumma'), '126');
}

async function caret(form: Early) {
  await form.visitor.types(FROM, '0,25');
  await form.tab.press('Home', 'ArrowRight', 'ArrowRight');
  const before = await form.field('fromSumma');
  equal(before.start, 2);
  await form.release();
  deepEqual(await form.field('fromSumma'), before);
  await form.tab.press('1');
  await becomes('the sum', text(form, 'fromSumma'), '0,125');
}

async function entered(form: Early) {
  await call(form.tab, () => {
    const root = document.querySelector('exchange-widget')?.shadowRoot;
    Object.assign(window, { submits: 0 });
    root?.addEventListener('submit', () => (window as unknown as { submits: number }).submits++, true);
  });
  await form.visitor.types(FROM, '250');
  await form.tab.press('Enter', 'Enter');
  equal(await text(form, 'fromSumma')(), '250');
  await form.release();
  await form.visitor.sees('.ttl', 'Куда отправить рубли?');
  await form.visitor.sees('.head small', /^250(,00)? USDT на /);
  equal(await call(form.tab, () => (window as unknown as { submits: number }).submits), 1);
}

async function clicked(form: Early) {
  await call(form.tab, () => {
    const root = document.querySelector('exchange-widget')?.shadowRoot;
    Object.assign(window, { clicks: 0 });
    root?.addEventListener('click', () => (window as unknown as { clicks: number }).clicks++);
  });
  const clicks = () => call(form.tab, () => (window as unknown as { clicks: number }).clicks);
  await form.visitor.clicks(SEND);
  await form.visitor.clicks(SEND);
  equal(await clicks(), 0);
  await form.release();
  await form.visitor.sees('.ttl', 'Что отдаёте?');
  await becomes('the focus', form.visitor.focused, 'search');
  equal(await clicks(), 1);
  await form.tab.press('Escape');
  await until('the focus', form.visitor.focused, found => (found ?? '').startsWith('Вы отдаёте:'));
}

async function chosen(form: Early) {
  const last = '.type:last-of-type';
  match((await form.visitor.reads(last)) ?? '', /^С верификацией/);
  const before = await text(form, 'toSumma')();
  await form.visitor.clicks(`${last} input`);
  await form.release();
  await form.visitor.sees(`${last} input:checked`, 'on');
  await until('the other sum', text(form, 'toSumma'), found => found !== before);
}

/** A field that was left shows its sum in full, as it does with React. */
async function left(form: Early) {
  await form.visitor.types(FROM, '75,5');
  await form.tab.press('Tab');
  await form.release();
  await becomes('the sum', text(form, 'fromSumma'), '75,50');
}

async function untouched(form: Early) {
  const before = await text(form, 'toSumma')();
  await form.watch();
  await form.release();
  // The course's own time begins with the hand-over: fifteen seconds.
  await form.visitor.sees('.until', /\b(\d|1[0-4]) с$/);
  equal(await text(form, 'toSumma')(), before);
  equal(await call(form.tab, () => document.activeElement?.localName), 'body');
  deepEqual(await form.moved(), []);
}

/** After each: nothing went wrong, React's recoverable errors included. */
const right =
  (run: Gate['run']): Gate['run'] =>
  async form => {
    await run(form);
    deepEqual(await form.wrong(), []);
  };

/** Whoever drew the form; each on a fresh page, with a dollar coin for roubles on a card. */
export const gates: readonly Gate[] = [
  { name: 'sixty keys typed through it: none is lost', run: right(typed) },
  { name: 'text that comes between hydrateRoot and the commit stays', run: right(between) },
  { name: 'undo takes back what was typed before it', run: right(undone) },
  { name: 'a composition goes on through it', needs: 'compose', run: right(composed) },
  { name: 'focus, selection and its direction stay', run: right(selected) },
  { name: 'the caret stays within the text', run: right(caret) },
  { name: 'Enter pressed twice before it submits once', run: right(entered) },
  { name: 'a currency pressed twice before it opens its picker once', run: right(clicked) },
  { name: 'a course type chosen before it is chosen', run: right(chosen) },
  { name: 'a sum that was left before it counts as left', run: right(left) },
  {
    name: 'nobody touches the form: nothing moves, it begins to count and takes no focus',
    run: right(untouched),
  },
];

/** That the gates could fail: a form that is not what React would draw is heard of. */
export async function differs(form: Early): Promise<void> {
  await call(form.tab, () => {
    const rate = document.querySelector('exchange-widget')?.shadowRoot?.querySelector('.rate');
    if (rate) rate.textContent = 'another course';
  });
  await form.watch();
  await form.release();
  notEqual((await form.wrong()).length, 0);
  notEqual((await form.moved()).length, 0);
}
