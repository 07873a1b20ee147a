import { contrast, ENOUGH, figure, readable } from './contrast.js';

/** The widget's own colours, by theme; what a shop has not chosen stays so. */
const OWN = {
  light: { accent: '#aacf17', 'on-accent': '#11150a', surface: '#ffffff', text: '#171a13' },
  dark: { accent: '#aacf17', 'on-accent': '#11150a', surface: '#131611', text: '#f1f4ea' },
};

/** Colours that are read one on the other: what is behind, what is in front, and what that is for. */
const PAIRS = [
  { behind: 'accent', front: 'on-accent', what: 'надписи на\u00a0кнопке' },
  { behind: 'surface', front: 'text', what: 'текста на\u00a0фоне' },
];

export const COLOURS = PAIRS.flatMap(({ behind, front }) => [behind, front]);

/** The colour that a theme has of itself; `auto` may be either, and is shown on this page as dark. */
export function ownColour(name, theme) {
  return OWN[theme === 'light' ? 'light' : 'dark'][name];
}

/**
 * Tells which of the chosen colours (name → `#rrggbb`) can be read in every theme that the widget may have: those that
 * can, and for each pair that cannot a sentence, and a colour that would do.
 */
export function judge(chosen, theme) {
  const themes = theme === 'auto' ? ['light', 'dark'] : [theme];
  const refused = PAIRS.flatMap(pair => {
    const { behind, front, what } = pair;
    if (!chosen[behind] && !chosen[front]) return [];
    const figures = themes.map(name =>
      contrast(chosen[behind] ?? OWN[name][behind], chosen[front] ?? OWN[name][front]),
    );
    if (figures.every(one => one >= ENOUGH)) return [];
    const ground = chosen[behind] ?? ownColour(behind, theme);
    return [{ ...pair, ground, put: readable(ground), says: sentence(what, figures) }];
  });
  const bad = new Set(refused.flatMap(({ behind, front }) => [behind, front]));
  const good = Object.fromEntries(Object.entries(chosen).filter(([name]) => !bad.has(name)));
  return { good, refused };
}

function sentence(what, figures) {
  const worst = Math.min(...figures);
  const where = figures.some(one => one > worst) ? ' в\u00a0одной из\u00a0тем' : '';
  return `Контраст ${what}${where} ${figure(worst)}, нужно не\u00a0меньше ${figure(ENOUGH)}. Цвет не\u00a0применён.`;
}
