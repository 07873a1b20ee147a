// Written by tools/icons/coinLogos.ts.
import type { CoinLogo } from '../coinLogo.ts';
export const logo: CoinLogo = [
  [
    'M10.427 19.214 9 19.768l.688-2.759 1.444-.58L13.213 8h5.129l-1.519 6.196 1.41-.571-.68 2.75-1.427.571-.848 3.483H23L22.127 24H9.252z',
  ],
];
