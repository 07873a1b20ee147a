import { useEffect, useRef } from 'react';
import { Dinosaur } from './Dinosaur.tsx';
import { useTitle } from './title.ts';
import './errorpage.css';

/** SPEC's words for a closed exchange. */
export const HEADING = 'Ведутся технические работы';

/** SPEC "Layouts", tech, and what it says: the whole window, no way on. Takes the focus, nothing else is there. */
export function TechLayout() {
  const main = useRef<HTMLElement>(null);
  useTitle(HEADING);
  useEffect(() => main.current?.focus({ preventScroll: true }), []);
  return (
    <main ref={main} tabIndex={-1} className="tech">
      <div className="failure">
        <div className="art">
          <Dinosaur />
        </div>
        <div>
          <h1>{HEADING}</h1>
          <p>Попробуйте зайти на сайт позднее</p>
        </div>
      </div>
    </main>
  );
}
