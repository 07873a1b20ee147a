import { useEffect, useRef, useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { ShopLinksModel } from '#core/account/shop/createShopLinks.ts';
import { formatAccountMessage } from '#core/accountMessages.ts';
import type { ShopLink } from '#core/contract/account/shop.ts';
import { localizeDecimal } from '#core/exchange/amount.ts';
import { useClipboard } from '#widget/claim/elements/useClipboard.ts';
import { ErrorNote } from '../../../elements/ErrorNote.tsx';
import { useButtonRequest } from '../../../elements/useButtonRequest.ts';
import './savedLinks.css';

/** The saved links; a deleted one can be saved again at once. */
export function SavedLinks({ model, links }: { model: ShopLinksModel; links: readonly ShopLink[] }) {
  const headingRef = useRef<HTMLHeadingElement>(null);
  return (
    <section className="account-section" aria-labelledby="saved-heading">
      <h2 id="saved-heading" ref={headingRef} tabIndex={-1}>
        Сохранённые ссылки
      </h2>
      {links.length === 0 && (
        <p className="section-text">Пока нет. Сохраните ссылку, чтобы не собирать её заново.</p>
      )}
      {links.length > 0 && (
        <ul className="link-list" aria-labelledby="saved-heading">
          {links.map(link => (
            <SavedLinkRow key={link.id} link={link} onRemove={() => model.remove(link)} />
          ))}
        </ul>
      )}
      {/* A restored link is the first one after the heading. */}
      <RemovedNotice model={model} onRestored={() => headingRef.current?.focus()} />
    </section>
  );
}

const describeLink = ({ code, sub, cur_from, cur_to, amount }: ShopLink): string =>
  [
    sub === '' ? code : `${code}.${sub}`,
    [cur_from, cur_to].filter(Boolean).join(' на '),
    amount && localizeDecimal(amount),
  ]
    .filter(Boolean)
    .join(' · ');

function SavedLinkRow({ link, onRemove }: { link: ShopLink; onRemove: () => Promise<void> }) {
  const { state, copy, valueRef } = useClipboard(link.url);
  const removal = useButtonRequest();
  const name = link.label || describeLink(link);
  return (
    <li>
      <div className="link-text">
        {link.label !== '' && <b>{link.label}</b>}
        <p className="meta numeric">{describeLink(link)}</p>
        <code ref={valueRef}>{link.url}</code>
        <ErrorNote text={removal.errorText} />
      </div>
      <div className="link-row-actions">
        <button type="button" className="button" aria-label={`Скопировать: ${name}`} onClick={copy}>
          {state === 'copied' ? 'Скопировано' : 'Скопировать'}
        </button>
        <button
          type="button"
          className="button quiet"
          aria-label={`Удалить: ${name}`}
          aria-disabled={removal.isSending}
          onClick={() => void removal.send(onRemove)}
        >
          {removal.isSending ? 'Удаляем…' : 'Удалить'}
        </button>
        <span className="visually-hidden" role="status">
          {state === 'copied' && 'Скопировано'}
          {state === 'selected' && 'Выделено: скопируйте сами'}
        </span>
      </div>
    </li>
  );
}

/** Offers to save the deleted link again, and gets the focus that its row had. */
function RemovedNotice({ model, onRestored }: { model: ShopLinksModel; onRestored: () => void }) {
  useSignals();
  const removed = model.removal.removed.value;
  const [isRestored, setIsRestored] = useState(false);
  const ref = useRef<HTMLButtonElement>(null);
  const removedId = removed?.item.id;
  useEffect(() => {
    if (removedId !== undefined) ref.current?.focus();
  }, [removedId]);

  async function restore(): Promise<void> {
    setIsRestored(false);
    if (!(await model.removal.restore())) return;
    setIsRestored(true);
    onRestored();
  }

  return (
    <div role="status">
      {!removed && isRestored && <p className="visually-hidden">Ссылка снова в списке.</p>}
      {removed && (
        <div className="removed-link">
          <p>
            {removed.error === null
              ? 'Ссылка убрана из списка. По ней всё ещё можно перейти.'
              : `${formatAccountMessage<string>(removed.error)}.`}
          </p>
          <button
            type="button"
            className="button"
            ref={ref}
            aria-disabled={removed.isRestoring}
            onClick={() => void restore()}
          >
            {removed.isRestoring ? 'Возвращаем…' : 'Вернуть'}
          </button>
        </div>
      )}
    </div>
  );
}
