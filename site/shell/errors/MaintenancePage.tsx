import { useEffect, useRef } from 'react';
import { DinosaurIllustration } from './DinosaurIllustration.tsx';
import { usePageTitle } from '../layout/pageTitle.ts';
import './ErrorPage.css';

/** SPEC's words for a closed exchange. */
export const MAINTENANCE_HEADING = 'Ведутся технические работы';

/** SPEC "Layouts", tech, and what it says: the whole window, no way on. Takes the focus, nothing else is there. */
export function MaintenancePage() {
  const mainRef = useRef<HTMLElement>(null);
  usePageTitle(MAINTENANCE_HEADING);
  useEffect(() => mainRef.current?.focus({ preventScroll: true }), []);
  return (
    <main ref={mainRef} tabIndex={-1} className="tech">
      <div className="failure">
        <div className="art">
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
