import { Component } from 'react';
import type { ReactNode } from 'react';

/** Catches rendering errors of the widget. Shows a message and the element's own content, usually a plain link. */
export class ErrorBoundary extends Component<
  { children: ReactNode; onError: () => void },
  { broken: boolean }
> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch() {
    this.props.onError();
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <div className="panel" part="panel" role="alert">
        Форма не открылась. Обновите страницу. <slot />
      </div>
    );
  }
}
