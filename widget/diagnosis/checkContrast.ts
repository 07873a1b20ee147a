import type { Finding } from './report.ts';

/** Minimum contrast of text and background: WCAG 2.2, 1.4.3. */
const MIN_CONTRAST_RATIO = 4.5;

/** Pairs of background and text colour that a page can set: internal names, public names and the finding's code. */
const COLOR_PAIRS = [
  {
    ground: '--_accent',
    text: '--_on',
    named: '--exchange-on-accent на --exchange-accent',
    code: 'contrast_accent',
  },
  {
    ground: '--_surface',
    text: '--_text',
    named: '--exchange-text на --exchange-surface',
    code: 'contrast_text',
  },
] as const;

/** Reads a colour as linear sRGB channels, 0–1; null if it cannot be parsed. */
function readLinearRgb(probe: HTMLElement, name: string): number[] | null {
  // Every engine serializes a mix as `color(srgb r g b)`, whatever notation the page uses.
  probe.style.color = `color-mix(in srgb, var(${name}), var(${name}))`;
  const found = /^color\(srgb ([\d.e-]+) ([\d.e-]+) ([\d.e-]+)/.exec(getComputedStyle(probe).color);
  return found && found.slice(1).map(Number).map(linearizeChannel);
}

/** Removes the sRGB gamma from a channel, as in WCAG's definition of relative luminance. */
const linearizeChannel = (value: number) =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

const getLuminance = ([r = 0, g = 0, b = 0]: number[]) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

/** Finds colour pairs of the current theme with too little contrast. */
export function checkContrast(element: HTMLElement): Finding[] {
  const mountPoint = element.shadowRoot?.querySelector('.exchange');
  if (!mountPoint) return [];
  const probe = mountPoint.appendChild(document.createElement('span'));
  probe.hidden = true;
  try {
    return COLOR_PAIRS.flatMap(({ ground, text, named, code }) => {
      const [a, b] = [readLinearRgb(probe, ground), readLinearRgb(probe, text)];
      if (!a || !b) return [];
      const [light = 0, dark = 0] = [getLuminance(a), getLuminance(b)].sort((one, other) => other - one);
      const ratio = (light + 0.05) / (dark + 0.05);
      if (ratio >= MIN_CONTRAST_RATIO) return [];
      const ratioText = (Math.floor(ratio * 100) / 100).toLocaleString('ru-RU');
      const message = `Контраст ${named}: ${ratioText}. Чтобы текст читался, нужно от ${MIN_CONTRAST_RATIO.toLocaleString('ru-RU')}.`;
      return [{ code, level: 'warning' as const, message }];
    });
  } finally {
    probe.remove();
  }
}
