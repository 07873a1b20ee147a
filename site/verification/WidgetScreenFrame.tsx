import { useCallback, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import claimStyles from '#widget/claim/claim.css?inline';
import openedStyles from '#widget/claim/opened.css?inline';
import widgetStyles from '#widget/styles/widget.css?inline';
import { adoptStyleSheet, createStyleSheet } from '#widget/styles/styleSheet.ts';

const widgetSheet = createStyleSheet(widgetStyles + claimStyles + openedStyles);

/** Frame and styles of the widget for its screens on a separate page. */
export function WidgetScreenFrame({ children }: { children: ReactNode }) {
  const [root, setRoot] = useState<ShadowRoot | null>(null);
  const attachRoot = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    element.setAttribute('theme', 'dark');
    const shadow = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    adoptStyleSheet(shadow, widgetSheet);
    setRoot(shadow);
  }, []);
  const frame = (
    <div className="exchange">
      <div className="panel">{children}</div>
    </div>
  );
  return (
    <div className="widget-frame" ref={attachRoot}>
      {root && createPortal(frame, root)}
    </div>
  );
}
