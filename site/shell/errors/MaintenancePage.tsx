import { useEffect, useRef } from 'react';
import { DinosaurIllustration } from './DinosaurIllustration.tsx';
import { usePageTitle } from '../layout/pageTitle.ts';
import './ErrorPage.css';

/** Heading and title of the maintenance page. */
export const MAINTENANCE_HEADING = 'Ведутся технические работы';

/** Full-window maintenance page, without links. Takes the focus because it replaces everything else. */
export function MaintenancePage() {
  const mainRef = useRef<HTMLElement>(null);
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
        </div>
      </div>
    </main>
  );
}
