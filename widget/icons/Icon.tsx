/** SVG paths on a 22 × 22 grid. Lazy chunks define further icons themselves. */
export const ICON_PATHS = {
  swap: 'M7 4v14m0 0-3-3m3 3 3-3M15 18V4m0 0-3 3m3-3 3 3',
  down: 'm6 9 5 5 5-5',
  close: 'm5.5 5.5 11 11m0-11-11 11',
  check: 'm4.5 11.5 4.5 4.5 8.5-9.5',
  left: 'M18 11H4m0 0 5.5-5.5M4 11l5.5 5.5',
  refresh: 'M18 4v4.5h-4.5M4 18v-4.5h4.5M17.3 8.5A7 7 0 0 0 5 8M4.7 13.5A7 7 0 0 0 17 14',
  alert:
    'M11 8v4m0 3.2v.1M9.7 3.8 2.6 16a1.5 1.5 0 0 0 1.3 2.3h14.2a1.5 1.5 0 0 0 1.3-2.3L12.3 3.8a1.5 1.5 0 0 0-2.6 0Z',
  info: 'M11 10v5m0-8.2v.1M11 19a8 8 0 1 0 0-16 8 8 0 0 0 0 16Z',
  off: 'M3 3l16 16M5 10.5a9 9 0 0 1 3.5-2M2.5 7.5a13 13 0 0 1 3-2.2M10.5 5a12.5 12.5 0 0 1 9 2.5M14.5 9.3c.9.3 1.7.7 2.5 1.2M8.3 13.8a4.5 4.5 0 0 1 4-.9M11 17.5v.1',
  shield: 'M11 3 4.5 5.5V11c0 4 2.7 6.8 6.5 8 3.8-1.2 6.5-4 6.5-8V5.5L11 3Zm-3 8 2.2 2.2L14 9.3',
  bars: 'M5 17v-3M11 17v-7M17 17V5',
};

/** An icon in the text colour, hidden from screen readers. `d` is SVG path data on a 22 × 22 grid. */
export function Icon({ d, size = 22, className }: { d: string; size?: number; className?: string }) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 22 22"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={d} />
    </svg>
  );
}
