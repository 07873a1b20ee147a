import { Component } from 'react';
import type { ReactNode } from 'react';

/** Keeps a failure of ours inside the widget: says so and shows what the page put into the element, a plain link. */
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
