import { useSignals } from '@preact/signals-react/runtime';
import type { CurrencyItem } from '#core/contract/calculator.ts';
import type { CodeReplacement } from '#core/contract/course/calculatorSettings.ts';
import { matchesCode } from '#core/exchange/currencyCode.ts';
import type { ExchangeModel } from '#core/exchange/form/exchangeModel.ts';
import { formatClosedReason, formatMessage } from '#core/messages.ts';
import { Icon, ICON_PATHS } from '../icons/Icon.tsx';

/** Longest part of an unknown code that is shown. */
const MAX_SHOWN_CODE_LENGTH = 20;

/** Notice of the unavailable requested currencies, the reason, and the pair shown instead. */
export function ReplacedNotice({ exchange }: { exchange: ExchangeModel }) {
  useSignals();
  const [replaced, items] = [exchange.replacements.value, exchange.items.value];
  const [from, to] = [exchange.from.value, exchange.to.value];
  if (replaced.length === 0 || !from || !to) return null;
  const sentences = replaced.map(replacement => describeReplacement(replacement, items, { from, to }));
  if (replaced.some(({ closed }) => closed))
    sentences.push(formatMessage('pair_shown', { shown: formatPairName({ from, to }) }));
  return (
    <div className="note warning" role="status" part="note" style={{ marginBottom: 12 }}>
      <Icon d={ICON_PATHS.info} size={20} />
      <p>{sentences.map(sentence => `${sentence}.`).join(' ')}</p>
      <button
        type="button"
        className="icon-button"
        style={{ margin: '-12px -12px -12px 0' }}
        aria-label="Скрыть сообщение"
        onClick={() => exchange.dismissReplacements()}
      >
        <Icon d={ICON_PATHS.close} size={18} />
      </button>
    </div>
  );
}

interface CurrencyPair {
  from: CurrencyItem;
  to: CurrencyItem;
}

function describeReplacement(
  { side, wanted, chosen, closed }: CodeReplacement,
  items: readonly CurrencyItem[],
  pair: CurrencyPair,
): string {
  const wantedItem = items.find(item => matchesCode(wanted, item));
  if (!closed || !wantedItem) {
    const chosenItem = items.find(item => item.code === chosen);
    const shown = chosenItem ? formatItemName(chosenItem) : chosen;
    return formatMessage('code_replaced', { wanted: wanted.slice(0, MAX_SHOWN_CODE_LENGTH), shown });
  }
  const reason = formatClosedReason(closed);
  if (wantedItem.closed[side === 'from' ? 'send' : 'receive'])
    return formatMessage('code_closed', { wanted: formatItemName(wantedItem), reason });
  const wantedPair = { ...pair, [side]: wantedItem };
  const name = formatPairName(wantedPair);
  return closed.code === 'pair_unknown'
    ? formatMessage(explainMissingPair(wantedPair), { wanted: name })
    : formatMessage('pair_closed', { wanted: name, reason });
}

/** The reason why two currencies are no pair. */
function explainMissingPair({ from, to }: CurrencyPair): 'pair_same' | 'pair_fiat' | 'pair_missing' {
  if (from.id === to.id) return 'pair_same';
  return from.ticker === 'RUB' && to.ticker === 'RUB' ? 'pair_fiat' : 'pair_missing';
}

function formatPairName({ from, to }: CurrencyPair): string {
  return `${formatItemName(from)}\u00a0→ ${formatItemName(to)}`;
}

function formatItemName({ name, network }: CurrencyItem): string {
  return [name, network].filter(Boolean).join(' ');
}
