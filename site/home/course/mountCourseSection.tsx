import { createRoot } from 'react-dom/client';
import type { ExchangeModel } from '#core/exchange/form/exchangeModel.ts';
import type { AppContext } from '../../shell/appContext.ts';
import { CourseSection } from './CourseSection.tsx';

/** Key of r2wc's internal state, which has the model of the widget's form. */
const PROPS = Symbol.for('r2wc.props');

type WidgetElement = Element & { [PROPS]?: { controller?: { exchange: ExchangeModel } } };

/** Renders the course over time of the form's pair into `place`. Returns the function that removes it. */
export function mountCourseSection(place: Element, { api, session }: AppContext): () => void {
  const widget = document.querySelector<WidgetElement>('exchange-widget');
  const exchange = widget?.[PROPS]?.controller?.exchange;
  if (!exchange) return () => undefined;
  const root = createRoot(place);
  // Another backend may lack the history: nothing is shown then.
  const hide = () => place.setAttribute('hidden', '');
  const getEmail = () => {
    const state = session.state.peek();
    return state.phase === 'signed_in' ? state.user.email : '';
  };
  root.render(<CourseSection api={api} exchange={exchange} getEmail={getEmail} onUnsupported={hide} />);
  return () => root.unmount();
}
