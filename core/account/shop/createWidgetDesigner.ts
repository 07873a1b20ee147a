import { computed, signal, type ReadonlySignal } from '@preact/signals-core';
import { chooseTextColor, getContrastRatio, MIN_CONTRAST_RATIO } from './contrast.ts';

/** The colours that a page can set. */
export const WIDGET_COLORS = ['accent', 'on-accent', 'surface', 'text'] as const;
export type WidgetColor = (typeof WIDGET_COLORS)[number];

/** Themes of the widget, and the widths of its preview in CSS pixels. */
export const WIDGET_THEMES = ['dark', 'light', 'auto'] as const;
export type WidgetTheme = (typeof WIDGET_THEMES)[number];
export const PREVIEW_WIDTHS = [320, 400, 560] as const;
export type PreviewWidth = (typeof PREVIEW_WIDTHS)[number];

/** The widget's default colours by theme: those of widget/tokens.css. */
const DEFAULT_COLORS: Record<'dark' | 'light', Record<WidgetColor, string>> = {
  dark: { accent: '#aacf17', 'on-accent': '#11150a', surface: '#131611', text: '#f1f4ea' },
  light: { accent: '#aacf17', 'on-accent': '#11150a', surface: '#ffffff', text: '#171a13' },
};

/** Backgrounds with the text on them. */
const COLOR_PAIRS = [
  ['accent', 'on-accent'],
  ['surface', 'text'],
] as const;

/** The chosen design. Unset colours, radius, font and border are the widget's defaults. */
export interface WidgetDesign {
  theme: WidgetTheme;
  colors: Partial<Record<WidgetColor, string>>;
  /** CSS pixels. */
  radius: number | null;
  /** CSS font family; "" is the page's. */
  font: string;
  hasBorder: boolean;
  width: PreviewWidth;
}

/** A background whose text cannot be read. */
export interface RefusedPair {
  background: WidgetColor;
  text: WidgetColor;
  /** The smallest contrast of the possible themes. */
  ratio: number;
  /** A text colour that is readable in all of them; null: the widget's default. */
  suggestion: string | null;
}

/** Designs the widget of a partner's page. */
export interface WidgetDesignerModel {
  readonly design: ReadonlySignal<WidgetDesign>;
  /** Pairs with too little contrast; their colours are not in `properties`. */
  readonly refused: ReadonlySignal<readonly RefusedPair[]>;
  /** The custom properties to set, by name. */
  readonly properties: ReadonlySignal<Readonly<Record<string, string>>>;
  change(design: Partial<WidgetDesign>): void;
  /** Sets a colour; null restores the widget's default. */
  setColor(name: WidgetColor, color: string | null): void;
}

/** The colour of a design, or the theme's default. `auto` returns the colour of the dark theme. */
export const getDesignColor = ({ colors, theme }: WidgetDesign, name: WidgetColor): string =>
  colors[name] ?? DEFAULT_COLORS[theme === 'light' ? 'light' : 'dark'][name];

function findRefusedPairs({ theme, colors }: WidgetDesign): RefusedPair[] {
  const themes: readonly ('dark' | 'light')[] = theme === 'auto' ? ['dark', 'light'] : [theme];
  return COLOR_PAIRS.flatMap(([background, text]) => {
    if (!colors[background] && !colors[text]) return [];
    const ratio = Math.min(
      ...themes.map(name =>
        getContrastRatio(
          colors[background] ?? DEFAULT_COLORS[name][background],
          colors[text] ?? DEFAULT_COLORS[name][text],
        ),
      ),
    );
    if (ratio >= MIN_CONTRAST_RATIO) return [];
    const grounds = new Set(themes.map(name => colors[background] ?? DEFAULT_COLORS[name][background]));
    const [ground = ''] = grounds;
    // No text colour is readable on the surfaces of both themes.
    return [{ background, text, ratio, suggestion: grounds.size > 1 ? null : chooseTextColor(ground) }];
  });
}

function listProperties(design: WidgetDesign, refused: readonly RefusedPair[]): Record<string, string> {
  const refusedNames = new Set(refused.flatMap(({ background, text }) => [background, text]));
  const { colors, radius, font, hasBorder } = design;
  const readable = WIDGET_COLORS.flatMap(name => {
    const color = colors[name];
    return color && !refusedNames.has(name) ? [[`--exchange-${name}`, color] as const] : [];
  });
  return Object.fromEntries([
    ...readable,
    ...(radius === null ? [] : [['--exchange-radius', `${radius}px`] as const]),
    ...(font === '' ? [] : [['--exchange-font', font] as const]),
    ...(hasBorder ? [] : [['--exchange-border', '0'] as const]),
  ]);
}

/** Creates a designer with the widget's default design. */
export function createWidgetDesigner(): WidgetDesignerModel {
  const design = signal<WidgetDesign>({
    theme: 'dark',
    colors: {},
    radius: null,
    font: '',
    hasBorder: true,
    width: 400,
  });
  const refused = computed(() => findRefusedPairs(design.value));
  return {
    design,
    refused,
    properties: computed(() => listProperties(design.value, refused.value)),
    change(changed) {
      design.value = { ...design.peek(), ...changed };
    },
    setColor(name, color) {
      const { [name]: _, ...others } = design.peek().colors;
      design.value = { ...design.peek(), colors: color === null ? others : { ...others, [name]: color } };
    },
  };
}
