import '@razmen/exchange-widget';

const output = document.querySelector('output');
document
  .querySelector('exchange-widget')
  .addEventListener('exchange-change', event => (output.textContent = event.detail.toSumma));
