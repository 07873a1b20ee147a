// Written by tools/icons/coinLogos.ts.
import type { CoinLogo } from '../coinLogo.ts';
export const logo: CoinLogo = [
  ['M16.498 4v8.87l7.497 3.35z', '.602'],
  ['M16.498 4 9 16.22l7.498-3.35z'],
  ['M16.498 21.968v6.027L24 17.616z', '.602'],
  ['M16.498 27.995v-6.028L9 17.616z'],
  ['m16.498 20.573 7.497-4.353-7.497-3.348z', '.2'],
  ['m9 16.22 7.498 4.353v-7.701z', '.602'],
];
