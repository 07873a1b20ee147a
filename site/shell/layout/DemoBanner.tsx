import { useEffect, useState } from 'react';
import type { ApiClient } from '#core/api/client.ts';
import { fetchIsDemo } from '#core/api/demo.ts';

/** Says that nothing here is real, when the server says so. At the end, so that nothing moves when it comes. */
export function DemoBanner({ api }: { api: ApiClient }) {
  const [isDemo, setIsDemo] = useState(false);
  useEffect(() => {
    let isCancelled = false;
    fetchIsDemo(api).then(
      answer => isCancelled || setIsDemo(answer),
      // Not told, not said: the page is about something else.
      () => undefined,
    );
    return () => {
      isCancelled = true;
    };
  }, [api]);
  if (!isDemo) return null;
  return (
    <aside className="demo" aria-label="Демонстрация">
      Демонстрация: деньги не&nbsp;настоящие, заявки двигаются сами
    </aside>
  );
}
