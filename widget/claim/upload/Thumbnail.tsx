import { useEffect, useRef, useState, type ReactNode } from 'react';

/** Side of the thumbnail in device pixels, twice its displayed size. */
const THUMBNAIL_SIZE_PX = 88;

/**
 * Thumbnail of a chosen picture; `fallback` if the file is no readable picture. It is drawn on a canvas, so the host
 * page's `img-src` does not matter.
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
