import { useEffect, useState } from 'react';

type DeferredElements = typeof import('./deferredElements.tsx');

/** Elements that load after the page; null until then. */
export function useDeferredElements(): DeferredElements | null {
  const [elements, setElements] = useState<DeferredElements | null>(null);
  useEffect(() => {
    import('./deferredElements.tsx').then(setElements, () => undefined);
  }, []);
  return elements;
}
