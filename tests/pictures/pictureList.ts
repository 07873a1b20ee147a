/** Folder of the pictures that the documents show, in the repository. */
export const PICTURE_FOLDER = 'docs/pictures';

/** A picture: the size of the browser's window in CSS pixels, and the picture's pixels per CSS pixel. */
export interface Picture {
  width: number;
  height: number;
  scale: number;
  /** Whether the picture shows the whole page, which may be higher than the window. */
  isFullPage?: boolean;
}

const DESKTOP = { width: 1440, height: 900, scale: 1 };
const PHONE = { width: 390, height: 844, scale: 2 };
const WIDGET = { width: 440, height: 400, scale: 2, isFullPage: true } as const;

/** Every picture by its name. The file is `<name>.webp`. */
export const PICTURES = {
  'home-desktop': DESKTOP,
  'home-phone': PHONE,
  'claim-desktop': DESKTOP,
  'claim-phone': PHONE,
  shop: { ...DESKTOP, height: 800 },
  'theme-light': WIDGET,
  'theme-dark': WIDGET,
} satisfies Record<string, Picture>;

export type PictureName = keyof typeof PICTURES;

export const PICTURE_NAMES = Object.keys(PICTURES) as PictureName[];
