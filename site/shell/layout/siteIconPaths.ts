/** SVG paths (22 × 22) of icons that only the site uses. */
export const siteIconPaths = {
  menu: 'M4 7h14M4 15h14',
  user: 'M11 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-7 7.5c.6-3 3.4-4.7 7-4.7s6.4 1.7 7 4.7',
  clock: 'M11 6.5V11l3 2M11 19a8 8 0 1 0 0-16 8 8 0 0 0 0 16Z',
  list: 'M8 6h10M8 11h10M8 16h10M4 6v.1M4 11v.1M4 16v.1',
};
