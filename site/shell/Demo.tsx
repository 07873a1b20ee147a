import { useEffect, useState } from 'react';
import type { Client } from '#core/api/client.ts';
import { demo as ask } from '#core/api/demo.ts';

/** Says that nothing here is real, when the server says so. At the end, so that nothing moves when it comes. */
export function Demo({ api }: { api: Client }) {
  const [demo, setDemo] = useState(false);
  useEffect(() => {
    let over = false;
    ask(api).then(
      told => over || setDemo(told),
      // Not told, not said: the page is about something else.
      () => undefined,
    );
    return () => {
      over = true;
    };
  }, [api]);
  if (!demo) return null;
  return (
    <aside className="demo" aria-label="Демонстрация">
      Демонстрация: деньги не&nbsp;настоящие, заявки двигаются сами
    </aside>
  );
}
