import { useEffect, useState } from 'react';
import type { ApiClient } from '#core/api/client.ts';
import { fetchIsDemo } from '#core/api/demo.ts';

/** Notice that the exchange is a demo, if the server says so. Comes last, so that nothing shifts when it appears. */
export function DemoBanner({ api }: { api: ApiClient }) {
  const [isDemo, setIsDemo] = useState(false);
  useEffect(() => {
    let isCancelled = false;
    fetchIsDemo(api).then(
      answer => isCancelled || setIsDemo(answer),
      // Without a response there is no banner: the page works without it.
      () => undefined,
    );
    return () => {
      isCancelled = true;
    };
  }, [api]);
  if (!isDemo) return null;
  return (
    <aside className="demo-banner" aria-label="Демонстрация">
      Демонстрация: деньги не&nbsp;настоящие, заявки двигаются сами
    </aside>
  );
}
