import '@razmen/exchange-widget';
import { createRef } from 'react';
import { ExchangeWidget, type ExchangeWidgetElement } from '@razmen/exchange-widget/react';

const api = 'https://exchange.example';
const element = createRef<ExchangeWidgetElement>();

export const valid = [
  <ExchangeWidget api={api} theme="auto" amount="1 234,56" style={{ marginTop: 8 }} key="1" ref={element} />,
  <ExchangeWidget api={api} onChange={event => event.detail.course.length} key="2" />,
  <ExchangeWidget api={api} style={{ '--exchange-accent': '#7a1f3d', '--exchange-border': 0 }} key="5" />,
  <ExchangeWidget api={api} onClaim={event => event.detail.status === 'completed'} key="3" />,
  <exchange-widget api={api} cur_from="BTC" class="aside" key="4">
    <a href={api}>Обменять</a>
  </exchange-widget>,
];

export const invalid = [
  // @ts-expect-error api is required: a bundle cannot derive the exchange's origin
  <ExchangeWidget key="1" />,
  // @ts-expect-error no such theme
  <ExchangeWidget api={api} theme="blue" key="2" />,
  // @ts-expect-error no such detail
  <ExchangeWidget api={api} onChange={event => event.detail.email} key="3" />,
  // @ts-expect-error no such status
  <ExchangeWidget api={api} onClaim={event => event.detail.status === 'done'} key="4" />,
  // @ts-expect-error a colour is a string
  <ExchangeWidget api={api} style={{ '--exchange-accent': ['#7a1f3d'] }} key="6" />,
  // @ts-expect-error a currency is a string
  <exchange-widget api={api} cur_from={1} key="5" />,
];

document.querySelector('exchange-widget')?.addEventListener('exchange-change', event => {
  event.detail.toSumma.trim();
  // @ts-expect-error decimal text, not a number
  event.detail.toSumma.toFixed();
});
document.addEventListener('exchange-claim', event => event.detail.id.trim());
document.createElement('exchange-widget').cur_to = 'SBERRUB';
// @ts-expect-error no such attribute
document.createElement('exchange-widget').cur_too = 'SBERRUB';
