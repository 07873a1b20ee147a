import { useCallback, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import claim from '#widget/claim/claim.css?inline';
import life from '#widget/claim/life.css?inline';
import styles from '#widget/exchange.css?inline';
import { adopt, sheet } from '#widget/sheet.ts';

const own = sheet(styles + claim + life);

/** The widget's frame and styles around screens of it that stand on a page of their own. */
export function Frame({ children }: { children: ReactNode }) {
  const [root, setRoot] = useState<ShadowRoot | null>(null);
  const host = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    element.setAttribute('theme', 'dark');
    const shadow = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    adopt(shadow, own);
    setRoot(shadow);
  }, []);
  const frame = (
    <div className="exchange">
      <div className="x">{children}</div>
    </div>
  );
  return (
    <div className="framed" ref={host}>
      {root && createPortal(frame, root)}
    </div>
  );
}
