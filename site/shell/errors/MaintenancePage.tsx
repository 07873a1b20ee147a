import { useEffect, useRef } from 'react';
import type { ApiClient } from '#core/api/client.ts';
import { DinosaurIllustration } from './DinosaurIllustration.tsx';
import { usePageTitle } from '../layout/pageTitle.ts';
import { useDeferredElements } from '../layout/useDeferredElements.ts';
import './ErrorPage.css';

/** Heading and title of the maintenance page. */
export const MAINTENANCE_HEADING = 'Ведутся технические работы';

/**
 * Full-window maintenance page. Its only links lead to the unfinished claims of this browser, which stay readable.
 * Takes the focus because it replaces everything else.
 */
export function MaintenancePage({ api }: { api: ApiClient }) {
  const mainRef = useRef<HTMLElement>(null);
  const deferred = useDeferredElements();
  usePageTitle(MAINTENANCE_HEADING);
  useEffect(() => mainRef.current?.focus({ preventScroll: true }), []);
  return (
    <main ref={mainRef} tabIndex={-1} className="maintenance-page">
      <div className="error-page">
        <div className="illustration">
          <DinosaurIllustration />
        </div>
        <div>
          <h1>{MAINTENANCE_HEADING}</h1>
          <p>Попробуйте зайти на сайт позднее</p>
          {deferred && <deferred.UnfinishedClaimList api={api} />}
        </div>
      </div>
    </main>
  );
}
