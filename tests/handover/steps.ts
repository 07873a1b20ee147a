import { expect, type Locator, type Page } from '@playwright/test';

/** A page whose form is there, and React is not until `release` is called. */
export interface Early {
  page: Page;
  widget: Locator;
  from: Locator;
  to: Locator;
  release: () => Promise<void>;
}

/** Opens `address` and waits for the form that comes before the framework, its fields wired. */
export async function early(page: Page, address: string): Promise<Early> {
  let open = () => undefined as void;
  const gate = new Promise<void>(resolve => (open = resolve));
  await page.route('**/widget/*/react.js', async route => {
    await gate;
    await route.continue();
  });
  await page.goto(address, { waitUntil: 'commit' });
  const widget = page.locator('exchange-widget').first();
  const [from, to] = [widget.locator('[name=fromSumma]'), widget.locator('[name=toSumma]')];
  await expect(from).not.toHaveValue('');
  await wired(page);
  return {
    page,
    widget,
    from,
    to,
    async release() {
      open();
      await taken(from);
    },
  };
}

/** Until what wires the fields has run; on a partner's page the form is not there before. */
async function wired(page: Page) {
  await page.evaluate(async () => {
    const script = document.querySelector<HTMLScriptElement>('script[src$="/first.js"]');
    if (script) await import(script.src);
  });
}

/** Until the field is React's, which keeps its props on the node, or has given way to what was asked for before. */
async function taken(field: Locator) {
  await expect
    .poll(() =>
      field.evaluateAll(nodes =>
        nodes.every(node => Object.keys(node).some(key => key.startsWith('__reactProps'))),
      ),
    )
    .toBe(true);
  await field.page().evaluate(() => new Promise(done => requestAnimationFrame(() => setTimeout(done))));
}

/** The same sum typed anew, once React has the form, gives the same other one. */
async function same({ from, to }: Early) {
  const [text, other] = [await from.inputValue(), await to.inputValue()];
  await from.fill('1');
  await from.fill(text);
  await expect(to).toHaveValue(other);
}

/** Marks the field's node, and tells later whether it is still that node, with the focus. */
async function mark(field: Locator) {
  await field.evaluate(node => Object.assign(node, { marked: true }));
  return async () =>
    expect(
      await field.evaluate(node => [
        'marked' in node,
        (node.getRootNode() as ShadowRoot).activeElement === node,
      ]),
    ).toEqual([true, true]);
}

const KEYS = '123 456 789,012 345 678 901 234 567 890 123 456 789 012 345 6';

async function typed(form: Early) {
  const { page, from } = form;
  await from.focus();
  await from.selectText();
  const still = await mark(from);
  const typing = page.keyboard.type(KEYS, { delay: 12 });
  await page.waitForTimeout(200);
  await form.release();
  await typing;
  await expect(from).toHaveValue(KEYS);
  await still();
}

/** Text put in after hydrateRoot has run and before React has committed: while it listens already. */
async function between(form: Early) {
  const { page, from, to } = form;
  await from.focus();
  await from.selectText();
  await page.keyboard.type('20');
  const still = await mark(from);
  await from.evaluate((input: HTMLInputElement) => {
    const place = input.closest('.exchange') as HTMLElement;
    const listen = place.addEventListener.bind(place);
    Object.assign(place, {
      addEventListener(...args: Parameters<typeof listen>) {
        listen(...args);
        if (args[0] !== 'input' || 'told' in place) return;
        Object.assign(place, { told: true });
        queueMicrotask(() => document.execCommand('insertText', false, '0'));
      },
    });
  });
  const before = await to.inputValue();
  await form.release();
  await expect(from).toHaveValue('200');
  await expect(to).not.toHaveValue(before);
  await still();
  await same(form);
}

async function undone(form: Early) {
  const { page, from, to } = form;
  const [before, other] = [await from.inputValue(), await to.inputValue()];
  await from.focus();
  await from.selectText();
  await page.keyboard.insertText('777');
  await expect(to).not.toHaveValue(other);
  await form.release();
  await expect(from).toHaveValue('777');
  await page.keyboard.press('Control+z');
  await expect(from).toHaveValue(before);
  await expect(to).toHaveValue(other);
}

async function composed(form: Early) {
  const { page, from } = form;
  await from.focus();
  await from.selectText();
  const still = await mark(from);
  const ime = await page.context().newCDPSession(page);
  const compose = (text: string) =>
    ime.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  await compose('4');
  await compose('42');
  await form.release();
  await compose('427');
  await expect(from).toHaveValue('427');
  await ime.send('Input.insertText', { text: '427' });
  await expect(from).toHaveValue('427');
  await still();
  await same(form);
}

async function selected(form: Early) {
  const { page, to } = form;
  await to.focus();
  await to.selectText();
  await page.keyboard.type('123456');
  await to.evaluate((input: HTMLInputElement) => input.setSelectionRange(2, 5, 'backward'));
  const still = await mark(to);
  await form.release();
  await still();
  expect(
    await to.evaluate((input: HTMLInputElement) => [
      input.value,
      input.selectionStart,
      input.selectionEnd,
      input.selectionDirection,
    ]),
  ).toEqual(['123456', 2, 5, 'backward']);
}

async function entered(form: Early) {
  const { page, widget, from } = form;
  await widget.evaluate(element => {
    let count = 0;
    element.shadowRoot?.addEventListener('submit', () => Object.assign(window, { submits: ++count }), true);
  });
  await from.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await form.release();
  await expect(widget.getByRole('form', { name: 'Реквизиты' })).toBeVisible();
  expect(await page.evaluate(() => (window as { submits?: number }).submits)).toBe(1);
}

async function clicked(form: Early) {
  const { page, widget } = form;
  await widget.getByRole('button', { name: /^Вы отдаёте:/ }).click();
  await form.release();
  await expect(widget.getByRole('combobox', { name: 'Найти валюту' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(widget.getByRole('button', { name: /^Вы отдаёте:/ })).toBeFocused();
}

async function chosen(form: Early) {
  const { widget, to } = form;
  const before = await to.inputValue();
  await widget.getByRole('radio', { name: /С верификацией/ }).click({ noWaitAfter: true });
  await form.release();
  await expect(widget.getByRole('radio', { name: /С верификацией/ })).toBeChecked();
  await expect(to).not.toHaveValue(before);
}

async function left(form: Early) {
  const { from, to } = form;
  await from.fill('0.00000001');
  await to.focus();
  await form.release();
  // A field that was left shows the sum that counts, as it does with React.
  await expect(from).not.toHaveValue('0.00000001');
}

async function counted(form: Early) {
  const { page, to } = form;
  const before = await to.inputValue();
  await form.release();
  // The course's own time begins with the hand-over.
  await expect(form.widget.locator('.until')).toContainText('14');
  await expect(to).toHaveValue(before);
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('body');
}

/** What must hold while React takes a ready-made form over, whoever drew it; each on a fresh page. */
export const gates: readonly [string, (form: Early) => Promise<void>][] = [
  ['60 keys typed through it: none is lost', typed],
  ['text that comes between hydrateRoot and the commit stays', between],
  ['Ctrl+Z takes back what was typed before it', undone],
  ['a composition goes on through it', composed],
  ['focus, selection and its direction stay', selected],
  ['Enter pressed before it submits once', entered],
  ['a currency pressed before it opens its picker', clicked],
  ['a course type chosen before it is chosen', chosen],
  ['a sum that was left before it counts as left', left],
  ['nobody touches the form: it begins to count and takes no focus', counted],
];
