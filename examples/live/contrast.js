/** Minimum contrast of text (WCAG 2, level AA). */
export const MIN_CONTRAST_RATIO = 4.5;

/** Contrast ratio of two colours (`#rrggbb`), from 1 to 21. */
export function getContrastRatio(one, other) {
  const [light, dark] = [getLuminance(one), getLuminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Returns a readable text colour for a background: near-black or white, whichever has more contrast. */
export function chooseTextColour(background) {
  const textColours = ['#11150a', '#ffffff'];
  return getContrastRatio(textColours[0], background) >= getContrastRatio(textColours[1], background)
    ? textColours[0]
    : textColours[1];
}

/** Formats a ratio for display, rounded down so that it never appears sufficient by mistake: 4,49. */
export function formatRatio(value) {
  return (Math.floor(value * 100) / 100).toLocaleString('ru-RU', { maximumFractionDigits: 2 });
}

function getLuminance(colour) {
  const [red, green, blue] = [1, 3, 5].map(at => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
