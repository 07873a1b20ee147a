import { getContrastRatio, MIN_CONTRAST_RATIO, formatRatio, chooseTextColour } from './contrast.js';

/** Default colours of the widget for each theme. */
const DEFAULT_COLOURS = {
  light: { accent: '#aacf17', 'on-accent': '#11150a', surface: '#ffffff', text: '#171a13' },
  dark: { accent: '#aacf17', 'on-accent': '#11150a', surface: '#131611', text: '#f1f4ea' },
};

/** Pairs of background and text colour, with the subject of their warning. */
const COLOUR_PAIRS = [
  { background: 'accent', text: 'on-accent', subject: 'надписи на\u00a0кнопке' },
  { background: 'surface', text: 'text', subject: 'текста на\u00a0фоне' },
];

export const COLOUR_NAMES = COLOUR_PAIRS.flatMap(({ background, text }) => [background, text]);

/** Default colour of a theme. `auto` may be either theme and returns the dark one. */
export function getDefaultColour(name, theme) {
  return DEFAULT_COLOURS[theme === 'light' ? 'light' : 'dark'][name];
}

/**
 * Checks the contrast of the chosen colours (name → `#rrggbb`) in every possible theme. Returns the readable colours,
 * and a message and a suggested colour for each refused pair.
 */
export function checkColours(chosen, theme) {
  const themes = theme === 'auto' ? ['light', 'dark'] : [theme];
  const refused = COLOUR_PAIRS.flatMap(pair => {
    const { background, text, subject } = pair;
    if (!chosen[background] && !chosen[text]) return [];
    const ratios = themes.map(name =>
      getContrastRatio(
        chosen[background] ?? DEFAULT_COLOURS[name][background],
        chosen[text] ?? DEFAULT_COLOURS[name][text],
      ),
    );
    if (ratios.every(one => one >= MIN_CONTRAST_RATIO)) return [];
    const backgroundColour = chosen[background] ?? getDefaultColour(background, theme);
    return [
      {
        ...pair,
        suggestion: chooseTextColour(backgroundColour),
        message: createWarningText(subject, ratios),
      },
    ];
  });
  const refusedNames = new Set(refused.flatMap(({ background, text }) => [background, text]));
  const readableColours = Object.fromEntries(
    Object.entries(chosen).filter(([name]) => !refusedNames.has(name)),
  );
  return { good: readableColours, refused };
}

function createWarningText(subject, ratios) {
  const worst = Math.min(...ratios);
  const where = ratios.some(one => one > worst) ? ' в\u00a0одной из\u00a0тем' : '';
  return `Контраст ${subject}${where} ${formatRatio(worst)}, нужно не\u00a0меньше ${formatRatio(MIN_CONTRAST_RATIO)}. Цвет не\u00a0применён.`;
}
