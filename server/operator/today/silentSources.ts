import type { WaitingRow } from '#core/contract/operator/today/today.ts';
import type { ServerContext } from '#server/notifications/context.ts';

/** Lists the sources that give no usable price for a currency that people can exchange, with the tickers. */
export function listSilentSources({
  catalogue,
  rates,
}: Pick<ServerContext, 'catalogue' | 'rates'>): WaitingRow[] {
  const isOpen = ({
    sendVisible,
    sendClosed,
    receiveVisible,
    receiveClosed,
  }: (typeof catalogue.currencies)[number]) =>
    (sendVisible && sendClosed === null) || (receiveVisible && receiveClosed === null);
  const tickers = [...new Set(catalogue.currencies.filter(isOpen).map(({ ticker }) => ticker))];
  const silent = tickers.filter(ticker => !rates.getPrice(ticker).ok);
  const bySource = Map.groupBy(silent, ticker => rates.getSourceName(ticker));
  return [...bySource].map(([source, names]) => ({
    id: source,
    target: null,
    title: source,
    state: names.join(', '),
    amount: null,
    currency: null,
    since: null,
    takenBy: null,
  }));
}
