import { useRef, useState } from 'react';
import { ExchangeWidget, type ExchangeWidgetElement } from '@razmen/exchange-widget/react';
import { Shop } from './Shop';

/** What a shop's page does beside: other pairs, a form that comes and goes, every event, a ref. */
export function Page() {
  const [from, setFrom] = useState('BTC');
  const [shown, show] = useState(true);
  const [told, tell] = useState<string[]>([]);
  const element = useRef<ExchangeWidgetElement>(null);
  const hear = (name: string) => tell(list => [...list, name]);
  return (
    <>
      <button onClick={() => setFrom('TRX')}>Другая пара</button>
      <button onClick={() => show(now => !now)}>Показать или скрыть</button>
      <button onClick={() => hear(String(element.current?.localName))}>Кто это</button>
      <button onClick={() => void element.current?.diagnose().then(report => hear(report.text))}>
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
          onReady={() => hear(`ready ${from}`)}
          onChange={event => hear(`change ${event.detail.source}`)}
          onClaim={event => hear(event.detail.status)}
          onError={event => hear(event.detail.code)}
        />
      )}
      <p id="told">{told.join(', ')}</p>
    </>
  );
}
