import { useEffect, useState } from 'react';
import type { LoadSiteSettings } from '../siteSettings.ts';

/** Notice that the exchange is a demo, if the server says so. Comes last, so that nothing shifts when it appears. */
export function DemoBanner({ loadSiteSettings }: { loadSiteSettings: LoadSiteSettings }) {
  const [isDemo, setIsDemo] = useState(false);
  useEffect(() => {
    let isCancelled = false;
    loadSiteSettings().then(
      ({ demo }) => isCancelled || setIsDemo(demo === true),
      // Without a response there is no banner: the page works without it.
      () => undefined,
    );
    return () => {
      isCancelled = true;
    };
  }, [loadSiteSettings]);
  if (!isDemo) return null;
  return (
    <aside className="demo-banner" aria-label="Демонстрация">
      Демонстрация: деньги не&nbsp;настоящие, заявки двигаются сами
    </aside>
  );
}
