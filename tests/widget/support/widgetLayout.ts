import type { Locator } from '@playwright/test';

/** Parts of the widget whose position and size the host page must not change, in all steps. */
const MEASURED_PARTS = [
  '[part]',
  'button',
  'input',
  'select',
  'label',
  '[role=option]',
  '.search',
  '.hint',
  '.course-bar',
  '.course',
  '.types',
  '.header',
  '.steps',
  '.fine-print',
  '.summary',
  '.copy-row',
  '.deadline',
  '.qr',
];

/** A part: its description, and its box relative to the widget's corner in CSS pixels. */
export interface PartBox {
  part: string;
  /** Left, top, width, height. */
  box: readonly [number, number, number, number];
}

/** The visible parts of the widget with their boxes, in document order. */
export interface WidgetLayout {
  width: number;
  /** Width that the host page gives to the widget. */
  room: number;
  /** Font family. */
  font: string;
  /** Device pixel ratio. Line boxes are rounded to device pixels. */
  density: number;
  boxes: readonly PartBox[];
}

/** Measures a widget when its layout is stable. */
export function measureLayout(widget: Locator): Promise<WidgetLayout> {
  return widget.evaluate(async (element, parts) => {
    const frame = element.shadowRoot?.querySelector('.exchange');
    if (!frame) throw new Error('the widget is empty');
    await document.fonts.ready;
    await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    // Each claim has a different address of the same length.
    for (const address of frame.querySelectorAll('.address'))
      for (const text of [...address.childNodes].flatMap(node => [node, ...node.childNodes]))
        if (text instanceof Text) text.data = '0'.repeat(text.length);
    const corner = frame.getBoundingClientRect();
    const boxes: PartBox[] = [];
    for (const node of frame.querySelectorAll(parts)) {
      const { left, top, width, height } = node.getBoundingClientRect();
      const [name] = ['name', 'part', 'aria-label', 'class'].filter(key => node.hasAttribute(key));
      const part = `${node.localName} ${name && node.getAttribute(name)}`;
      boxes.push({ part, box: [left - corner.left, top - corner.top, width, height] });
    }
    // An inline element uses the space of its container.
    const { display } = getComputedStyle(element);
    const outer = display === 'inline' ? (element.parentElement ?? element) : element;
    const { paddingLeft, paddingRight } = getComputedStyle(outer);
    const room = outer.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    const font = getComputedStyle(frame).fontFamily;
    return { width: corner.width, room, font, density: devicePixelRatio, boxes };
  }, MEASURED_PARTS.join());
}

/** Describes layout differences: missing or extra parts, and boxes that differ by more than `tolerance` pixels. */
export function compareLayouts(expected: WidgetLayout, actual: WidgetLayout, tolerance: number): string[] {
  const names = (all: WidgetLayout) => all.boxes.map(({ part }) => part).join('\n');
  if (names(expected) !== names(actual))
    return [`other parts:\n${names(actual)}\ninstead of:\n${names(expected)}`];
  return actual.boxes.flatMap(({ part, box }, at) => {
    const other = expected.boxes[at]?.box ?? [];
    const off = box.some((side, index) => Math.abs(side - (other[index] ?? Number.NaN)) > tolerance);
    const text = (all: readonly number[]) => all.map(side => side.toFixed(1)).join(' ');
    return off ? [`${part}: ${text(box)} instead of ${text(other)}`] : [];
  });
}
