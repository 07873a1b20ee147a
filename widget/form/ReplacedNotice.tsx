import { useSignals } from '@preact/signals-react/runtime';
import type { ExchangeModel } from '#core/exchange/form/exchangeModel.ts';
import { Icon, ICON_PATHS } from '../icons/Icon.tsx';

/** Says that the page or the address asked for a currency that cannot be had, and what is shown instead. */
export function ReplacedNotice({ exchange }: { exchange: ExchangeModel }) {
  useSignals();
  const [replaced, items] = [exchange.replacements.value, exchange.items.value];
  if (replaced.length === 0) return null;
  const getItemName = (code: string) => {
    const item = items.find(candidate => candidate.code === code);
    return item ? [item.name, item.network].filter(Boolean).join(' ') : code;
  };
  return (
    <div className="note warning" role="status" part="note" style={{ marginBottom: 12 }}>
      <Icon d={ICON_PATHS.info} size={20} />
      <p>
        {replaced.map(({ side, wanted, chosen }) => (
          <span key={side}>
            Такой валюты нет: {wanted.slice(0, 20)}. Показали ближайшую: {getItemName(chosen)}.{' '}
          </span>
        ))}
      </p>
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
