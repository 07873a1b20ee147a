import { useState } from 'react';
import { sendCall } from '#core/api/sendCall.ts';
import { ignoreMissing } from '#core/loadFailure.ts';
import {
  createShopKeyCall,
  MAX_SHOP_KEYS,
  revokeShopKeyCall,
  type ShopKey,
} from '#core/contract/account/shopKeys.ts';
import type { ServerQuery } from '#core/serverQuery.ts';
import { useAccount } from '../../accountContext.ts';
import { formatFullDate } from '../../journal/formatFullDate.ts';
import { ApiSection, type OpenForms } from './ApiSection.tsx';
import { MODE_TEXTS, SCOPE_TEXTS } from './apiTexts.ts';
import { LazyForms } from './LazyForms.tsx';
import { useReturnFocus } from './useReturnFocus.ts';

/** The keys of the shop API. */
export function KeySection({ query, openForms }: { query: ServerQuery<ShopKey[]>; openForms: OpenForms }) {
  const { api } = useAccount();
  return (
    <ApiSection
      query={query}
      openForms={openForms}
      name="keys"
      heading="Ключи"
      description={
        <>
          С ключом ваш сервер создаёт заявки и читает их. Вывести деньги ключом нельзя. Начните с тестового:
          его заявки не двигают деньги.
        </>
      }
      emptyText="Ключей пока нет."
      addText="Создать ключ"
      cancelText="Не создавать"
      secretLabel="Ключ"
      limit={MAX_SHOP_KEYS}
      limitCode="shop_keys_limit"
      renderForm={(forms, props, onAdded) => (
        <forms.KeyForm
          {...props}
          onAdd={async (body, options) => {
            const { key, ...created } = await sendCall(api, createShopKeyCall, { ...options, body });
            onAdded({ id: created.id, title: 'Ключ создан', name: created.name, value: key });
          }}
        />
      )}
      renderRow={(key, { reportRemoval }, loadedAt) => (
        <KeyRow
          key={key.id}
          shopKey={key}
          now={loadedAt}
          onRevoke={async () => {
            await sendCall(api, revokeShopKeyCall, { id: key.id }).catch(ignoreMissing);
            reportRemoval(`Ключ отозван: ${key.name}`, key.id);
          }}
        />
      )}
    />
  );
}

function KeyRow({
  shopKey,
  now,
  onRevoke,
}: {
  shopKey: ShopKey;
  /** When the list was loaded, milliseconds. */
  now: number;
  onRevoke: () => Promise<void>;
}) {
  const { name, mode, hint, scopes, networks, createdAt, expiresAt } = shopKey;
  const [isRevoking, setIsRevoking] = useState(false);
  const getButtonRef = useReturnFocus(isRevoking ? 'revoke' : null);
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= now;
  return (
    <li aria-label={name}>
      <div className="api-row">
        <p className="api-name">{name}</p>
        <p className="meta">
          {MODE_TEXTS[mode]}, <code>…{hint}</code>
        </p>
      </div>
      <ul className="scope-list" aria-label="Права">
        {scopes.map(({ scope, usedAt }) => (
          <li key={scope}>
            {SCOPE_TEXTS[scope]}
            <span className="meta">{usedAt === null ? 'ещё ни разу' : formatFullDate(usedAt)}</span>
          </li>
        ))}
      </ul>
      <p className="meta">
        Создан {formatFullDate(createdAt)}
        {expiresAt !== null && `. ${isExpired ? 'Истёк' : 'Действует до'} ${formatFullDate(expiresAt)}`}
        {networks.length > 0 && `. Только с адресов ${networks.join(', ')}`}
      </p>
      {isRevoking ? (
        <LazyForms>
          {forms => (
            <forms.ConfirmedAction
              label={`Отозвать ключ: ${name}`}
              hint="Запросы с этим ключом сразу перестанут работать. Вернуть его нельзя."
              text="Отозвать ключ"
              sendingText="Отзываем…"
              onSend={onRevoke}
              onCancel={() => setIsRevoking(false)}
            />
          )}
        </LazyForms>
      ) : (
        <div className="api-actions">
          <button
            type="button"
            className="button"
            ref={getButtonRef('revoke')}
            aria-label={`Отозвать: ${name}`}
            onClick={() => setIsRevoking(true)}
          >
            Отозвать
          </button>
        </div>
      )}
    </li>
  );
}
