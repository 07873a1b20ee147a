/** What text needs against what is behind it (WCAG 2, level AA). */
export const ENOUGH = 4.5;

/** Contrast of two colours, `#rrggbb` each: from 1 to 21. */
export function contrast(one, other) {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** A colour that text on this one can be read in: near-black or white, whichever stands out more. */
export function readable(behind) {
  const inks = ['#11150a', '#ffffff'];
  return contrast(inks[0], behind) >= contrast(inks[1], behind) ? inks[0] : inks[1];
}

/** A contrast as people read it, never rounded up to what is enough: 4,49. */
export function figure(value) {
  return (Math.floor(value * 100) / 100).toLocaleString('ru-RU', { maximumFractionDigits: 2 });
}

function luminance(colour) {
  const [red, green, blue] = [1, 3, 5].map(at => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
