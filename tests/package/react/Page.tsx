import { useRef, useState } from 'react';
import { ExchangeWidget, type ExchangeWidgetElement } from '@razmen/exchange-widget/react';
import { Shop } from './Shop';

/** A page that changes the pair, mounts and unmounts a form, handles every event and uses a ref. */
export function Page() {
  const [from, setFrom] = useState('BTC');
  const [shown, setShown] = useState(true);
  const [events, setEvents] = useState<string[]>([]);
  const element = useRef<ExchangeWidgetElement>(null);
  const recordEvent = (name: string) => setEvents(list => [...list, name]);
  return (
    <>
      <button onClick={() => setFrom('TRX')}>Другая пара</button>
      <button onClick={() => setShown(now => !now)}>Показать или скрыть</button>
      <button onClick={() => recordEvent(String(element.current?.localName))}>Кто это</button>
      <button onClick={() => void element.current?.diagnose().then(report => recordEvent(report.text))}>
        Проверить
      </button>
      <Shop from={from} />
      {shown && (
        <ExchangeWidget
          ref={element}
          id="second"
          className="aside"
          api="https://exchange.example"
          amount={100.5}
          onReady={() => recordEvent(`ready ${from}`)}
          onChange={event => recordEvent(`change ${event.detail.source}`)}
          onClaim={event => recordEvent(event.detail.status)}
          onError={event => recordEvent(event.detail.code)}
        />
      )}
      <p id="events">{events.join(', ')}</p>
    </>
  );
}
