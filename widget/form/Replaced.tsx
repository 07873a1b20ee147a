import { useSignals } from '@preact/signals-react/runtime';
import type { Exchange } from '#core/exchange/model.ts';
import { Icon, paths } from '../Icon.tsx';

/** Says that the page or the address asked for a currency that cannot be had, and what is shown instead. */
export function Replaced({ exchange }: { exchange: Exchange }) {
  useSignals();
  const [replaced, items] = [exchange.replaced.value, exchange.items.value];
  if (replaced.length === 0) return null;
  const name = (code: string) => {
    const item = items.find(one => one.code === code);
    return item ? [item.name, item.network].filter(Boolean).join(' ') : code;
  };
  return (
    <div className="note w" role="status" part="note" style={{ marginBottom: 12 }}>
      <Icon d={paths.info} size={20} />
      <p>
        {replaced.map(({ side, wanted, chosen }) => (
          <span key={side}>
            Такой валюты нет: {wanted.slice(0, 20)}. Показали ближайшую: {name(chosen)}.{' '}
          </span>
        ))}
      </p>
      <button
        type="button"
        className="icn"
        style={{ margin: '-12px -12px -12px 0' }}
        aria-label="Скрыть сообщение"
        onClick={() => exchange.dismissReplaced()}
      >
        <Icon d={paths.close} size={18} />
      </button>
    </div>
  );
}
