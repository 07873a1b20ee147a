import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ExchangeWidget } from '#widget/element.ts';
import { call } from './driver.ts';
import type { Tab } from './driver.ts';
import { strict } from './page.ts';
import { person } from './person.ts';
import type { Person } from './person.ts';
import type { World } from './suite.ts';

const FROM = '[name=fromSumma]';
const TO = '[name=toSumma]';
const SEND = '[data-focus=from]';

/** What the widgets of a page told it, and what went wrong there. */
interface Recorded {
  heard: ({ name: string } & Record<string, unknown>)[];
  broken: string[];
}

/**
 * What every browser must be able to do with the widget on a partner's page: on the real server, from a page of another
 * origin under a strict policy.
 */
export function journeys(world: World): void {
  describe('journeys', () => {
    let tab: Tab;
    let visitor: Person;

    beforeEach(async () => {
      tab = await world.engine.tab();
      await tab.resize(800, 900);
      visitor = person(tab);
    });
    afterEach(() => tab?.close());

    async function open(attributes = 'cur_from="BTC" cur_to="SBERRUB"') {
      await tab.go(
        world.shop.show(strict(world.own.origin, `<exchange-widget ${attributes}></exchange-widget>`)),
      );
      await visitor.sees(FROM, /\d/);
    }
    const recorded = () =>
      call(tab, () => {
        const { heard, broken } = window as unknown as Recorded;
        return { heard, broken };
      });

    test('the form is ready, breaks no policy of the page and leaves its focus alone', async () => {
      await open();
      expect(await visitor.reads(SEND)).toMatch(/^Вы отдаёте: BTC/);
      expect(await visitor.reads('.rate')).toBe('1 BTC = 6 000 000 ₽');
      await expect
        // Which is first depends on whether the form was there before React.
        .poll(async () => (await recorded()).heard.map(({ name }) => name).toSorted())
        .toEqual(['change', 'ready']);
      expect((await recorded()).broken).toEqual([]);
      expect(await call(tab, () => document.activeElement?.localName)).toBe('body');
    });

    test('what is typed on either side is kept as typed, and the other side follows', async () => {
      await open();
      await visitor.types(FROM, '0,25');
      await visitor.sees(TO, /^1 500 000,00$/);
      await visitor.types(TO, '600 000');
      await visitor.sees(FROM, /^0,1$/);
      expect(await visitor.reads(TO)).toBe('600 000');
      expect(await visitor.focused()).toBe('toSumma');
      const { heard, broken } = await recorded();
      expect(heard.at(-1)).toMatchObject({ source: 'user', fromSumma: '0.10000000', toSumma: '600000.00' });
      expect(broken).toEqual([]);
    });

    test('with the keyboard: a currency is searched for and taken, Escape takes none, the focus comes back', async () => {
      await open();
      await visitor.clicks(FROM);
      await visitor.presses('Tab', 'Enter');
      await visitor.sees('.ttl', 'Что отдаёте?');
      await visitor.presses('Escape');
      await visitor.sees(SEND, /BTC/);
      await expect.poll(visitor.focused).toMatch(/^Вы отдаёте: BTC/);
      await visitor.presses('Enter');
      await visitor.sees('.ttl', 'Что отдаёте?');
      await expect.poll(visitor.focused).toBe('search');
      await visitor.presses(...'ton', 'ArrowDown', 'ArrowUp');
      await visitor.sees('.opt.on', /TON/i);
      await visitor.presses('Enter');
      await visitor.sees(SEND, /TON/);
      await expect.poll(visitor.focused).toMatch(/^Вы отдаёте: TON/);
      await visitor.sees('.rate', /^1 TON = 300 ₽$/);
    });

    test('a sum below the minimum is said and snaps on leaving; the hint’s buttons fill in what is possible', async () => {
      await open();
      await visitor.types(FROM, '0,0001');
      await visitor.sees('#from-hint', /^Меньше минимума. Отдайте от 0,0005 BTC$/);
      expect(await visitor.reads(FROM)).toBe('0,0001');
      await visitor.presses('Tab');
      await visitor.sees(FROM, /^0,0005$/);
      await visitor.sees(TO, /^3 000,00$/);
      await visitor.clicks('#from-hint button:last-of-type');
      await visitor.sees(FROM, /^(?!0,0005$)\d/);
      expect(await visitor.reads('#from-hint')).toMatch(/^от .* до /);
    });

    test('a claim is made up to where to pay, is told to the page, and a reload resumes it', async () => {
      await open('cur_from="BTC" cur_to="SBERRUB" amount="0,01"');
      await visitor.clicks('[part=button]');
      await visitor.types('[name=card]', '2200 0000 0000 0004');
      await visitor.types('[name=fio]', 'Анна Смирнова');
      await visitor.types('[name=email]', `${world.engine.name.toLowerCase()}@example.com`);
      await visitor.clicks('[name=consent]');
      await visitor.clicks('[part=button]');
      await visitor.sees('.ttl', 'Всё верно?');
      await visitor.sees('.sum', /0,01 BTC.*60 000,00 ₽/);
      await visitor.clicks('[part=button]');
      await visitor.sees('.ttl', 'Переведите BTC');
      await visitor.sees('.copy .big', /^0,01 BTC/);
      await expect.poll(visitor.focused).toMatch(/^Переведите BTC/);
      const number = (await visitor.reads('.head small')) ?? '';
      expect(number).toMatch(/^Заявка № \S/);
      const { heard, broken } = await recorded();
      expect(heard.findLast(({ name }) => name === 'claim')).toEqual({
        name: 'claim',
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        status: expect.stringMatching(/^(new|requisites|waiting)$/),
      });
      expect(broken).toEqual([]);
      await tab.go(await call(tab, () => location.href));
      await visitor.sees('.ttl', 'Переведите BTC');
      expect(await visitor.reads('.head small')).toBe(number);
      expect(await world.own.made(`${world.engine.name.toLowerCase()}@example.com`)).toBe(1);
    });

    test('moved on the page, the form keeps its nodes and its text; by moveBefore the focus too', async () => {
      await open();
      await visitor.types(FROM, '0,25');
      const moved = await call(tab, () => {
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
      if (moved.atomic) expect(await visitor.focused()).toBe('fromSumma');
      await call(tab, () => {
        const widget = document.querySelector('exchange-widget');
        if (widget) document.body.prepend(widget);
      });
      await visitor.types(FROM, '0,5');
      await visitor.sees(TO, /^3 000 000,00$/);
      expect((await recorded()).broken).toEqual([]);
    });

    test('the page’s developer learns what is wrong with it', async () => {
      const theme = '--exchange-accent: oklch(0.8 0.1 120); --exchange-on-accent: color(display-p3 1 1 1)';
      await open(`cur_from="BTCC" cur_to="SBERRUB"`);
      // By script: the page's policy allows no style attribute.
      const codes = await call(
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

    test('light, dark and a partner’s accent look as they do elsewhere', async () => {
      await open('cur_from="BTC" cur_to="SBERRUB" theme="light"');
      const colours = () =>
        call(tab, () => {
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
            panel: of('.x', 'backgroundColor'),
            text: of('.x', 'color'),
            button: of('.btn', 'backgroundColor'),
            onButton: of('.btn', 'color'),
            line: of('.bar i', 'backgroundColor'),
          };
        });
      const lime = { button: [170, 207, 23], onButton: [17, 21, 10] };
      expect(await colours()).toMatchObject({ ...lime, panel: [255, 255, 255], text: [23, 26, 19] });
      const ink = (await colours()).line;
      await call(tab, () => document.querySelector('exchange-widget')?.setAttribute('theme', 'dark'));
      expect(await colours()).toMatchObject({ ...lime, panel: [19, 22, 17], text: [241, 244, 234] });
      expect((await colours()).line).toEqual([170, 207, 23]);
      // Lime is unreadable on white: the line's ink is darker there.
      expect(ink[1]).toBeLessThan(140);
    });
  });
}
