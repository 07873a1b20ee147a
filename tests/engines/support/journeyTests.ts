import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ExchangeWidget } from '#widget/element.ts';
import { createClaimClient } from '../../support/claimClient.ts';
import { callInPage } from '../../support/browser/browserTab.ts';
import type { BrowserTab } from '../../support/browser/browserTab.ts';
import { renderStrictPage } from './recordingPage.ts';
import { createVisitor } from '../../support/browser/visitor.ts';
import type { Visitor } from '../../support/browser/visitor.ts';
import type { EngineContext } from './engineContext.ts';

const FROM_FIELD = '[name=fromSumma]';
const TO_FIELD = '[name=toSumma]';
const SEND_CURRENCY = '[data-focus=from]';

/** The widget's events on a page, and the page's errors. */
interface PageRecord {
  recordedEvents: ({ name: string } & Record<string, unknown>)[];
  recordedErrors: string[];
}

/**
 * The journeys that every browser must support: the widget on a partner's page of another origin, with a strict policy,
 * against the real server.
 */
export function defineJourneyTests(context: EngineContext): void {
  describe('journeys', () => {
    let tab: BrowserTab;
    let visitor: Visitor;

    beforeEach(async () => {
      tab = await context.engine.openTab();
      await tab.resize(800, 900);
      visitor = createVisitor(tab);
    });
    afterEach(() => tab?.close());

    async function openWidgetPage(attributes = 'cur_from="BTC" cur_to="SBERRUB"') {
      await tab.goTo(
        context.shop.servePage(
          renderStrictPage(
            context.exchangeFixture.origin,
            `<exchange-widget ${attributes}></exchange-widget>`,
          ),
        ),
      );
      await visitor.waitForText(FROM_FIELD, /\d/);
    }
    /** The minimum amount of BTC and what it buys in roubles, as the form shows them. */
    async function fetchMinimum(): Promise<{ min: string; received: string }> {
      const { origin } = context.exchangeFixture;
      const client = createClaimClient((path, init) => fetch(origin + path, init));
      const { fromSumma, toSumma } = await client.buildClaim('BTC', 'SBERRUB');
      const received = Number(toSumma).toLocaleString('ru-RU', { minimumFractionDigits: 2 });
      return {
        min: Number(fromSumma).toLocaleString('ru-RU', { maximumFractionDigits: 8 }),
        // `waitForText` collapses the no-break spaces.
        received: received.replaceAll(/\s/g, ' '),
      };
    }
    const readRecord = () =>
      callInPage(tab, () => {
        const { recordedEvents, recordedErrors } = window as unknown as PageRecord;
        return { recordedEvents, recordedErrors };
      });

    test('the form is ready, violates no page policy and takes no focus', async () => {
      await openWidgetPage();
      expect(await visitor.readText(SEND_CURRENCY)).toMatch(/^Вы\sотдаёте: BTC/);
      expect(await visitor.readText('.course')).toBe('1 BTC = 6 000 000,00 ₽');
      await expect
        // The order depends on whether the form was prerendered.
        .poll(async () => (await readRecord()).recordedEvents.map(({ name }) => name).toSorted())
        .toEqual(['change', 'ready']);
      expect((await readRecord()).recordedErrors).toEqual([]);
      expect(await callInPage(tab, () => document.activeElement?.localName)).toBe('body');
    });

    test('keeps typed text on either side and updates the other', async () => {
      await openWidgetPage();
      await visitor.typeText(FROM_FIELD, '0,25');
      await visitor.waitForText(TO_FIELD, /^1 500 000,00$/);
      await visitor.typeText(TO_FIELD, '600 000');
      await visitor.waitForText(FROM_FIELD, /^0,1$/);
      expect(await visitor.readText(TO_FIELD)).toBe('600 000');
      expect(await visitor.readFocus()).toBe('toSumma');
      const { recordedEvents, recordedErrors } = await readRecord();
      expect(recordedEvents.at(-1)).toMatchObject({
        source: 'user',
        fromSumma: '0.10000000',
        toSumma: '600000.00',
      });
      expect(recordedErrors).toEqual([]);
    });

    test('selects a currency by keyboard; Escape selects none; the focus returns', async () => {
      await openWidgetPage();
      await visitor.click(FROM_FIELD);
      await visitor.pressKeys('Tab', 'Enter');
      await visitor.waitForText('.title', 'Что отдаёте?');
      await visitor.pressKeys('Escape');
      await visitor.waitForText(SEND_CURRENCY, /BTC/);
      await expect.poll(visitor.readFocus).toMatch(/^Вы\sотдаёте: BTC/);
      await visitor.pressKeys('Enter');
      await visitor.waitForText('.title', 'Что отдаёте?');
      await expect.poll(visitor.readFocus).toBe('search');
      await visitor.pressKeys(...'ton', 'ArrowDown', 'ArrowUp');
      await visitor.waitForText('.option.active', /TON/i);
      await visitor.pressKeys('Enter');
      await visitor.waitForText(SEND_CURRENCY, /TON/);
      await expect.poll(visitor.readFocus).toMatch(/^Вы\sотдаёте: TON/);
      await visitor.waitForText('.course', /^1 TON = 200,00 ₽$/);
    });

    test('warns below the minimum and snaps on blur; the hint’s buttons fill in the limits', async () => {
      const { min, received } = await fetchMinimum();
      await openWidgetPage();
      await visitor.typeText(FROM_FIELD, '0,0001');
      await visitor.waitForText('#from-hint', new RegExp(`^Меньше минимума. Отдайте от ${min} BTC$`));
      expect(await visitor.readText(FROM_FIELD)).toBe('0,0001');
      await visitor.pressKeys('Tab');
      await visitor.waitForText(FROM_FIELD, new RegExp(`^${min}$`));
      await visitor.waitForText(TO_FIELD, new RegExp(`^${received}$`));
      await visitor.waitForText('#from-hint', /^Минимум вместо 0,0001$/);
      await visitor.typeText(FROM_FIELD, '0,01');
      await visitor.click('#from-hint span.numeric:last-of-type button');
      await visitor.waitForText(FROM_FIELD, new RegExp(`^(?!${min}$)\\d`));
      expect(await visitor.readText('#from-hint')).toMatch(/^от\s.* до\s/);
    });

    test('creates a claim, dispatches exchange-claim and resumes after a reload', async () => {
      await openWidgetPage('cur_from="BTC" cur_to="SBERRUB" amount="0,01"');
      await visitor.click('[part=button]');
      await visitor.typeText('[name=card]', '2200 0000 0000 0004');
      await visitor.typeText('[name=fio]', 'Анна Смирнова');
      await visitor.typeText('[name=email]', `${context.engine.name.toLowerCase()}@example.com`);
      await visitor.click('[name=consent]');
      await visitor.click('[part=button]');
      await visitor.waitForText('.title', 'Всё верно?');
      await visitor.waitForText('.summary', /0,01 BTC.*60 000,00 ₽/);
      await visitor.click('[part=button]');
      await visitor.waitForText('.title', 'Переведите BTC');
      await visitor.waitForText('.copy-row .large', /^0,01 BTC/);
      await expect.poll(visitor.readFocus).toMatch(/^Переведите BTC/);
      const number = (await visitor.readText('.header small')) ?? '';
      expect(number).toMatch(/^Заявка №\s\S/);
      const { recordedEvents, recordedErrors } = await readRecord();
      expect(recordedEvents.findLast(({ name }) => name === 'claim')).toEqual({
        name: 'claim',
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        status: expect.stringMatching(/^(new|requisites|waiting)$/),
      });
      expect(recordedErrors).toEqual([]);
      await tab.goTo(await callInPage(tab, () => location.href));
      await visitor.waitForText('.title', 'Переведите BTC');
      expect(await visitor.readText('.header small')).toBe(number);
      expect(
        await context.exchangeFixture.countClaims(`${context.engine.name.toLowerCase()}@example.com`),
      ).toBe(1);
    });

    test('a text page of the exchange opens its menu, also with a press before it is hydrated', async () => {
      await tab.resize(390, 844);
      await tab.goTo(`${context.exchangeFixture.origin}/rules`);
      await expect.poll(() => callInPage(tab, () => document.readyState)).toBe('complete');
      const readMenu = () =>
        callInPage(tab, () => {
          const button = document.querySelector('.menu-toggle')?.getBoundingClientRect() ?? new DOMRect();
          const [x, y] = [button.x + button.width / 2, button.y + button.height / 2];
          return { x, y, isOpen: document.getElementById('menu')?.hidden === false };
        });
      const { x, y } = await readMenu();
      await tab.clickAt(x, y);
      await expect.poll(async () => (await readMenu()).isOpen, { timeout: 10_000 }).toBe(true);
    });

    test('keeps nodes and text when moved; moveBefore also keeps the focus', async () => {
      await openWidgetPage();
      await visitor.typeText(FROM_FIELD, '0,25');
      const moved = await callInPage(tab, () => {
        const widget = document.querySelector('exchange-widget');
        const field = () => widget?.shadowRoot?.querySelector<HTMLInputElement>('[name=fromSumma]');
        const before = field();
        if (!widget || !before) throw new Error('no form');
        const place = document.body.appendChild(document.createElement('section'));
        const { moveBefore } = place as { moveBefore?: (node: Node, at: null) => void };
        if (moveBefore) moveBefore.call(place, widget, null);
        else place.append(widget);
        return { atomic: moveBefore !== undefined, same: field() === before, text: field()?.value };
      });
      expect(moved).toMatchObject({ same: true, text: '0,25' });
      if (moved.atomic) expect(await visitor.readFocus()).toBe('fromSumma');
      await callInPage(tab, () => {
        const widget = document.querySelector('exchange-widget');
        if (widget) document.body.prepend(widget);
      });
      await visitor.typeText(FROM_FIELD, '0,5');
      await visitor.waitForText(TO_FIELD, /^3 000 000,00$/);
      expect((await readRecord()).recordedErrors).toEqual([]);
    });

    test('diagnose() reports the page’s problems', async () => {
      const theme = '--exchange-accent: oklch(0.8 0.1 120); --exchange-on-accent: color(display-p3 1 1 1)';
      await openWidgetPage(`cur_from="BTCC" cur_to="SBERRUB"`);
      // Set by script, because the page's policy allows no style attribute.
      const codes = await callInPage(
        tab,
        async theme => {
          const widget = document.querySelector('exchange-widget') as ExchangeWidget;
          await customElements.whenDefined('exchange-widget');
          widget.style.cssText = theme;
          const { findings } = await widget.diagnose();
          return findings.map(({ code }) => code);
        },
        theme,
      );
      expect(codes).toEqual(['code_unknown', 'contrast_accent', 'api_reached', 'script', 'link_missing']);
    });

    test('light, dark and accent colours render as in other browsers', async () => {
      await openWidgetPage('cur_from="BTC" cur_to="SBERRUB" theme="light"');
      const colours = () =>
        callInPage(tab, () => {
          const root = document.querySelector('exchange-widget')?.shadowRoot;
          const probe = (colour: string) => {
            const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
            const context = canvas.getContext('2d', { colorSpace: 'srgb' });
            if (!context) throw new Error('no canvas');
            context.fillStyle = colour;
            context.fillRect(0, 0, 1, 1);
            return Array.from(context.getImageData(0, 0, 1, 1).data.slice(0, 3));
          };
          const of = (css: string, name: 'color' | 'backgroundColor') => {
            const found = root?.querySelector(css);
            return found ? probe(getComputedStyle(found)[name]) : [];
          };
          return {
            panel: of('.panel', 'backgroundColor'),
            text: of('.panel', 'color'),
            button: of('.button', 'backgroundColor'),
            onButton: of('.button', 'color'),
            line: of('.progress i', 'backgroundColor'),
          };
        });
      const lime = { button: [170, 207, 23], onButton: [17, 21, 10] };
      expect(await colours()).toMatchObject({ ...lime, panel: [255, 255, 255], text: [23, 26, 19] });
      const ink = (await colours()).line;
      await callInPage(tab, () => document.querySelector('exchange-widget')?.setAttribute('theme', 'dark'));
      expect(await colours()).toMatchObject({ ...lime, panel: [19, 22, 17], text: [241, 244, 234] });
      expect((await colours()).line).toEqual([170, 207, 23]);
      // Lime has too little contrast on white, so the line is darker there.
      expect(ink[1]).toBeLessThan(140);
    });
  });
}
