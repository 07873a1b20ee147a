import { Component } from 'react';
import type { ReactNode } from 'react';
import { Icon, paths } from './Icon.tsx';

/** Keeps a failure of ours inside the widget: says so and shows what the page put into the element, a plain link. */
export class Boundary extends Component<{ children: ReactNode; onError: () => void }, { broken: boolean }> {
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
      <section className="x" part="panel" aria-label="Обмен валюты">
        <div className="note e" role="alert" part="note">
          <Icon d={paths.alert} size={20} />
          <p>
            Форма не открылась. Обновите страницу. <slot />
          </p>
        </div>
      </section>
    );
  }
}
