import { sendCall } from '#core/api/sendCall.ts';
import { listToIdsCall } from '#core/contract/calculator.ts';
import { useEffect, useState, type ComponentProps, type ReactNode } from 'react';
import type { ApiClient } from '#core/api/client.ts';
import type { Direction, CurrencyItem } from '#core/contract/calculator.ts';
import { listVisibleItems } from '#core/exchange/form/requests/directionItems.ts';
import { Icon, ICON_PATHS } from '#widget/icons/Icon.tsx';
import './formFields.css';

/** The currencies as options, by group. */
export function CurrencyOptions({ items }: { items: readonly CurrencyItem[] }) {
  const groups = Map.groupBy(items, item => item.group);
  return [...groups].map(([group, items]) => (
    <optgroup key={group} label={group}>
      {items.map(({ code, name, network }) => (
        <option key={code} value={code}>
          {[name, network].filter(Boolean).join(' ')} ({code})
        </option>
      ))}
    </optgroup>
  ));
}

/** Native select, styled like the other fields. */
export function SelectField(props: ComponentProps<'select'>) {
  return (
    <span className="select">
      <select {...props} />
      <Icon d={ICON_PATHS.down} />
    </span>
  );
}

/** A field with its label above. */
export function LabeledField({ text, children }: { text: string; children: ReactNode }) {
  return (
    <label>
      {text}
      {children}
    </label>
  );
}

/** Whether a currency is not crypto. The received side prefers such a currency by default. */
const isFiatItem = ({ kind }: CurrencyItem) => kind !== 'crypto';

/** Currencies that can be received for `from` now; null while loading or after an error. */
function useReceivableIds(api: ApiClient, from: CurrencyItem | undefined): ReadonlySet<number> | null {
  const [loaded, setLoaded] = useState<{ id: number; ids: ReadonlySet<number> } | null>(null);
  useEffect(() => {
    if (!from) return;
    let isCancelled = false;
    sendCall(api, listToIdsCall, { id: from.id }).then(
      ids => isCancelled || setLoaded({ id: from.id, ids: new Set(ids) }),
      // On error all currencies stay selectable; the form reports an invalid pair.
      () => undefined,
    );
    return () => {
      isCancelled = true;
    };
  }, [api, from]);
  return loaded?.id === from?.id ? (loaded?.ids ?? null) : null;
}

/** The currencies that can be chosen, and the chosen ones; those that cannot be exchanged now fall back to others. */
export function usePairItems(
  api: ApiClient,
  directions: readonly Direction[],
  chosen: { from: string; to: string },
): {
  sendItems: CurrencyItem[];
  receiveItems: CurrencyItem[];
  from: CurrencyItem | undefined;
  to: CurrencyItem | undefined;
} {
  const sendItems = listVisibleItems(directions, 'send');
  const from = sendItems.find(item => item.code === chosen.from) ?? sendItems[0];
  const receivableIds = useReceivableIds(api, from);
  const receiveItems = listVisibleItems(directions, 'receive').filter(
    item => item.id !== from?.id && (receivableIds?.has(item.id) ?? true),
  );
  const to =
    receiveItems.find(item => item.code === chosen.to) ?? receiveItems.find(isFiatItem) ?? receiveItems[0];
  return { sendItems, receiveItems, from, to };
}
