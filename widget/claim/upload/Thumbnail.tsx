import { useEffect, useRef, useState, type ReactNode } from 'react';

/** Side of the picture in device pixels: twice what is shown. */
const THUMBNAIL_SIZE_PX = 88;

/**
 * A picture that the person has just chosen, small; `fallback` where it is none or cannot be read. It is drawn, not
 * loaded from an address: a page's policy need not allow pictures for it.
 */
export function Thumbnail({ file, fallback }: { file: File; fallback: ReactNode }) {
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const [isDrawn, setIsDrawn] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    createImageBitmap(file).then(
      bitmap => {
        const { width, height } = bitmap;
        const cropSize = Math.min(width, height);
        if (isCurrent)
          canvasRef.current
            ?.getContext('2d')
            ?.drawImage(
              bitmap,
              (width - cropSize) / 2,
              (height - cropSize) / 2,
              cropSize,
              cropSize,
              0,
              0,
              THUMBNAIL_SIZE_PX,
              THUMBNAIL_SIZE_PX,
            );
        bitmap.close();
        if (isCurrent) setIsDrawn(true);
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [file]);
  return (
    <>
      {!isDrawn && fallback}
      <canvas
        className="thumbnail"
        ref={canvasRef}
        width={THUMBNAIL_SIZE_PX}
        height={THUMBNAIL_SIZE_PX}
        hidden={!isDrawn}
        aria-hidden="true"
      />
    </>
  );
}
