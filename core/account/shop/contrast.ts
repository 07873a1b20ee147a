/** Minimum contrast of text (WCAG 2.2, 1.4.3). */
export const MIN_CONTRAST_RATIO = 4.5;

/** Removes the sRGB gamma from a channel, 0–1. */
const linearizeChannel = (value: number) =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

function getLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at =>
    linearizeChannel(Number.parseInt(color.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colours, `#rrggbb`: from 1 to 21. */
export function getContrastRatio(one: string, other: string): number {
  const [first, second] = [getLuminance(one), getLuminance(other)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

/** A readable text colour for a background: near-black or white, whichever has more contrast. At least 4.5 with each. */
export const chooseTextColor = (background: string): string => {
  const [dark, light] = ['#11150a', '#ffffff'] as const;
  const isDarkBetter = getContrastRatio(dark, background) >= getContrastRatio(light, background);
  const best = isDarkBetter ? dark : light;
  // On some backgrounds only pure black has enough contrast.
  return getContrastRatio(best, background) >= MIN_CONTRAST_RATIO ? best : '#000000';
};

/** Formats a ratio, rounded down so that it never appears sufficient by mistake: «4,49». */
export const formatContrast = (ratio: number): string =>
  (Math.floor(ratio * 100) / 100).toLocaleString('ru-RU', { maximumFractionDigits: 2 });
