/** Sizes of the banners for partners' pages, CSS pixels. */
export const BANNER_SIZES = [
  { width: 728, height: 90 },
  { width: 468, height: 60 },
  { width: 300, height: 250 },
  { width: 240, height: 400 },
  { width: 88, height: 31 },
] as const;
export type BannerSize = (typeof BANNER_SIZES)[number];

export const BANNER_THEMES = ['dark', 'light'] as const;
export type BannerTheme = (typeof BANNER_THEMES)[number];

/** Path of a banner below the site's origin. */
export const getBannerPath = ({ width, height }: BannerSize, theme: BannerTheme): string =>
  `/banners/${width}x${height}-${theme}.svg`;
