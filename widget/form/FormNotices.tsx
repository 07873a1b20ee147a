import type { ReactNode } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { ExchangeModel } from '#core/exchange/form/exchangeModel.ts';
import { Icon, ICON_PATHS } from '../icons/Icon.tsx';
import { getNetworkName } from '#core/exchange/formatMoney.ts';
import { Message } from '../Message.tsx';

/** Lowest congestion level that is shown, 0–3. */
const BUSY_CONGESTION_LEVEL = 2;

/**
 * Notices about a lost connection, a closed pair, network congestion and the operator's notes. `isBrief` omits what the
 * form has already shown. `isConnectionLost` reports a failure that is not in the model.
 */
export function FormNotices({
  exchange,
  isBrief = false,
  isConnectionLost = false,
}: {
  exchange: ExchangeModel;
  isBrief?: boolean;
  isConnectionLost?: boolean;
}) {
  useSignals();
  const [freshness, closed, pair] = [
    exchange.freshness.value,
    exchange.closedReason.value,
    exchange.pair.value,
  ];
  const [type, isExpired] = [exchange.courseType.value, exchange.isQuoteExpired.value];
  const photoThreshold = exchange.cardPhotoThreshold.value;
  const items = { from: exchange.from.value, to: exchange.to.value };
  const sides =
    pair && !isBrief
      ? (['from', 'to'] as const).map(side => ({ item: items[side], ...pair.structure[side] }))
      : [];
  return (
    <>
      {(isConnectionLost || freshness === 'stale') && (
        <Notice kind="error" icon={ICON_PATHS.off} role="alert">
          Нет связи с сервером. Проверьте интернет: сумма и валюты сохранены.
        </Notice>
      )}
      {freshness === 'refreshing' && isExpired && (
        <Notice icon={ICON_PATHS.refresh} role="status">
          Курс устарел. Пересчитаем сумму и покажем новую перед созданием заявки.
        </Notice>
      )}
      {closed && (
        <Notice kind="error" icon={ICON_PATHS.alert} role="alert">
          {closed.detail || <Message code={closed.code} fallback="Обмен сейчас закрыт" />}
        </Notice>
      )}
      {sides
        .filter(side => side.congestion >= BUSY_CONGESTION_LEVEL && side.item)
        .map(side => (
          <Notice kind="warning" icon={ICON_PATHS.bars} key={side.item?.code}>
            Сеть {side.item && getNetworkName(side.item)}{' '}
            {side.congestion > BUSY_CONGESTION_LEVEL ? 'сильно загружена' : 'загружена'}. Перевод может идти
            дольше обычного.
          </Notice>
        ))}
      {sides
        .filter(side => side.notify)
        .map(side => (
          <Notice icon={ICON_PATHS.info} key={side.item?.code}>
            {side.notify}
          </Notice>
        ))}
      {(type === 'verification' || photoThreshold) && !isBrief && (
        <Notice icon={ICON_PATHS.shield}>
          {photoThreshold ? `От ${photoThreshold} ₽ один` : 'Один'} раз сфотографируйте карту. Подтверждение
          действует 12 месяцев.
        </Notice>
      )}
    </>
  );
}

/** A note below the form. `icon` is the SVG path data on a 22 × 22 grid. */
export function Notice({
  kind = '',
  icon,
  role,
  children,
}: {
  kind?: '' | 'warning' | 'error';
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
