import { useEffect, useRef, useState, type ReactNode } from 'react';

/** Side of the picture in device pixels: twice what is shown. */
const SIDE = 88;

/**
 * A picture that the person has just chosen, small; `fallback` where it is none or cannot be read. It is drawn, not
 * loaded from an address: a page's policy need not allow pictures for it.
 */
export function Thumb({ file, fallback }: { file: File; fallback: ReactNode }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    let wanted = true;
    createImageBitmap(file).then(
      picture => {
        const { width, height } = picture;
        const edge = Math.min(width, height);
        if (wanted)
          canvas.current
            ?.getContext('2d')
            ?.drawImage(picture, (width - edge) / 2, (height - edge) / 2, edge, edge, 0, 0, SIDE, SIDE);
        picture.close();
        if (wanted) setDrawn(true);
      },
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [file]);
  return (
    <>
      {!drawn && fallback}
      <canvas className="thumb" ref={canvas} width={SIDE} height={SIDE} hidden={!drawn} aria-hidden="true" />
    </>
  );
}
