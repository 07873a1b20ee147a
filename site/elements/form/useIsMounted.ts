import { useEffect, useRef, type RefObject } from 'react';

/** Returns a ref with whether the component is mounted, for promises that resolve later. */
export function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(true);
  useEffect(() => {
    // Again: in development React unmounts each component once.
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
