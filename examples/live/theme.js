import { getContrastRatio, MIN_CONTRAST_RATIO, formatRatio, chooseTextColour } from './contrast.js';

/** The widget's own colours, by theme; what a shop has not chosen stays so. */
const DEFAULT_COLOURS = {
  light: { accent: '#aacf17', 'on-accent': '#11150a', surface: '#ffffff', text: '#171a13' },
  dark: { accent: '#aacf17', 'on-accent': '#11150a', surface: '#131611', text: '#f1f4ea' },
};

/** Colours that are read one on the other: what is behind, what is in front, and what that is for. */
const COLOUR_PAIRS = [
  { background: 'accent', text: 'on-accent', subject: 'надписи на\u00a0кнопке' },
  { background: 'surface', text: 'text', subject: 'текста на\u00a0фоне' },
];

export const COLOUR_NAMES = COLOUR_PAIRS.flatMap(({ background, text }) => [background, text]);

/** The colour that a theme has of itself; `auto` may be either, and is shown on this page as dark. */
export function getDefaultColour(name, theme) {
  return DEFAULT_COLOURS[theme === 'light' ? 'light' : 'dark'][name];
}

/**
 * Tells which of the chosen colours (name → `#rrggbb`) can be read in every theme that the widget may have: those that
 * can, and for each pair that cannot a sentence, and a colour that would do.
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
