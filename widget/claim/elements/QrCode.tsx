import { useMemo } from 'react';
import { encode } from 'uqr';

/** Width of the quiet zone in modules; scanners require four. */
const QUIET_ZONE_MODULES = 4;

/** SVG path with one rectangle for each run of dark modules. */
function encodeQrPath(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const path = data
    .flatMap((row, y) => {
      const runs = [
        ...row
          .map(dark => (dark ? '1' : '0'))
          .join('')
          .matchAll(/1+/g),
      ];
      return runs.map(
        run =>
          `M${run.index + QUIET_ZONE_MODULES} ${y + QUIET_ZONE_MODULES}h${run[0].length}v1h-${run[0].length}z`,
      );
    })
    .join('');
  return { size: size + 2 * QUIET_ZONE_MODULES, path };
}

/** QR code of `text`, dark on light in every theme. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => encodeQrPath(text), [text]);
  return (
    <div className="qr">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
        <path d={path} />
      </svg>
    </div>
  );
}
