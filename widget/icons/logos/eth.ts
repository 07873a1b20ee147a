// Written by tools/icons/coinLogos.ts.
import type { CoinLogo } from '../coinLogo.ts';
export const logo: CoinLogo = [
  ['M16 0a16 16 0 1 0 0 32 16 16 0 1 0 0-32', '#627eea'],
  ['M16.498 4v8.87l7.497 3.35z', '#fff', '.602'],
  ['M16.498 4 9 16.22l7.498-3.35z', '#fff'],
  ['M16.498 21.968v6.027L24 17.616z', '#fff', '.602'],
  ['M16.498 27.995v-6.028L9 17.616z', '#fff'],
  ['m16.498 20.573 7.497-4.353-7.497-3.348z', '#fff', '.2'],
  ['m9 16.22 7.498 4.353v-7.701z', '#fff', '.602'],
];
