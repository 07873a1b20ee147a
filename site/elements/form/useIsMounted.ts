import { useEffect, useRef, type RefObject } from 'react';

/** Returns a ref that says whether the component is still on the page, for what ends after it was left. */
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
