/** Signs of the claim's steps only, so that the form does not carry them. Paths on 22 × 22. */
export const paths = {
  copy: 'M8 8V5.5A1.5 1.5 0 0 1 9.5 4h7A1.5 1.5 0 0 1 18 5.5v7a1.5 1.5 0 0 1-1.5 1.5H14M5.5 8h7A1.5 1.5 0 0 1 14 9.5v7a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 4 16.5v-7A1.5 1.5 0 0 1 5.5 8Z',
  clock: 'M11 6.5V11l3 2M11 19a8 8 0 1 0 0-16 8 8 0 0 0 0 16Z',
  right: 'M4 11h14m0 0-5.5-5.5M18 11l-5.5 5.5',
  chat: 'M4 5.5A1.5 1.5 0 0 1 5.5 4h11A1.5 1.5 0 0 1 18 5.5v8a1.5 1.5 0 0 1-1.5 1.5H10l-4 3.5V15h-.5A1.5 1.5 0 0 1 4 13.5v-8Z',
  repeat:
    'M5 10V8.5A2.5 2.5 0 0 1 7.5 6H18m0 0-3-3m3 3-3 3M17 12v1.5a2.5 2.5 0 0 1-2.5 2.5H4m0 0 3 3m-3-3 3-3',
};
