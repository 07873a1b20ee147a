import { useState } from 'react';
import { ExchangeWidget } from '@razmen/exchange-widget/react';

export function Shop({ from = 'BTC' }) {
  const [amount, setAmount] = useState('');
  return (
    <main>
      <ExchangeWidget
        api="https://exchange.example"
        cur_from={from}
        cur_to="SBERRUB"
        onChange={event => setAmount(event.detail.toSumma)}
      >
        <a href="https://exchange.example/?cur_from=BTC&cur_to=SBERRUB">Обменять BTC на рубли</a>
      </ExchangeWidget>
      <output>{amount}</output>
    </main>
  );
}
