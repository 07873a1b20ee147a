import type { ReactNode } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { Exchange } from '#core/exchange/model.ts';
import { Icon, paths } from '../Icon.tsx';
import { Sentence } from '../Sentence.tsx';

/** Congestion of a network from which people should know of it. */
const BUSY = 2;

/**
 * What a visitor should know before going on: the line is lost, the pair is closed, the network is busy; `brief` leaves
 * out what was said before, `lost` tells of a broken line that the model does not know of.
 */
export function Notes({
  exchange,
  brief = false,
  lost = false,
}: {
  exchange: Exchange;
  brief?: boolean;
  lost?: boolean;
}) {
  useSignals();
  const [link, closed, pair] = [exchange.link.value, exchange.closed.value, exchange.pair.value];
  const [type, expired] = [exchange.courseType.value, exchange.expired.value];
  const ends = { from: exchange.from.value, to: exchange.to.value };
  const sides =
    pair && !brief
      ? (['from', 'to'] as const).map(side => ({ item: ends[side], ...pair.structure[side] }))
      : [];
  return (
    <>
      {(lost || link === 'stale') && (
        <Note kind="e" icon={paths.off} role="alert">
          Нет связи с&nbsp;сервером. Проверьте интернет: сумма и&nbsp;валюты сохранены.
        </Note>
      )}
      {link === 'refreshing' && expired && (
        <Note icon={paths.refresh} role="status">
          Курс устарел. Пересчитаем сумму и&nbsp;покажем новую перед созданием заявки.
        </Note>
      )}
      {closed && (
        <Note kind="e" icon={paths.alert} role="alert">
          {closed.detail || <Sentence code={closed.code} otherwise="Обмен сейчас закрыт" />}
        </Note>
      )}
      {sides
        .filter(side => side.congestion >= BUSY && side.item)
        .map(side => (
          <Note kind="w" icon={paths.bars} key={side.item?.code}>
            Сеть {side.network ?? side.item?.name} {side.congestion > BUSY ? 'сильно загружена' : 'загружена'}
            . Перевод может идти дольше обычного.
          </Note>
        ))}
      {sides
        .filter(side => side.notify)
        .map(side => (
          <Note icon={paths.info} key={side.item?.code}>
            {side.notify}
          </Note>
        ))}
      {type === 'verification' && !brief && (
        <Note icon={paths.shield}>
          Один раз сфотографируйте карту. Подтверждение действует 12&nbsp;месяцев.
        </Note>
      )}
    </>
  );
}

/** A note: `w` warns, `e` tells an error, else it informs. `icon` is a path on 22 × 22. */
export function Note({
  kind = '',
  icon,
  role,
  children,
}: {
  kind?: '' | 'w' | 'e';
  icon: string;
  role?: 'alert' | 'status';
  children: ReactNode;
}) {
  return (
    <div className={`note ${kind}`} role={role} part="note">
      <Icon d={icon} size={20} />
      <p>{children}</p>
    </div>
  );
}
