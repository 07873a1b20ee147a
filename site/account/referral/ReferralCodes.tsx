import { Suspense, useState } from 'react';
import { MAX_REFERRAL_CODES, type ReferralCode } from '#core/contract/account/referral.ts';
import { formatAccountMessage } from '#core/accountMessages.ts';
import { useClipboard } from '#widget/claim/elements/useClipboard.ts';
import { lazyComponent } from '../../elements/lazyComponent.ts';

const AddCodeForm = lazyComponent(() => import('./AddCodeForm.tsx'), 'AddCodeForm');

/** All codes of a partner with their labels, and the form for another one. */
export function ReferralCodes({ codes, onAdded }: { codes: readonly ReferralCode[]; onAdded: () => void }) {
  const [added, setAdded] = useState<{ code: string; count: number }>({ code: '', count: 0 });
  return (
    <section className="account-section" aria-labelledby="h-codes">
      <h2 id="h-codes">Коды</h2>
      <p className="section-text">
        Для каждого канала можно завести свой код: в истории видно, какой из них привёл клиента.
      </p>
      <ul className="code-list" aria-label="Мои коды">
        {codes.map(code => (
          <CodeRow key={code.code} code={code} />
        ))}
      </ul>
      {codes.length < MAX_REFERRAL_CODES ? (
        <Suspense fallback={<span className="skeleton add-code-skeleton" aria-busy="true" />}>
          <AddCodeForm
            // An empty field after each code.
            key={added.count}
            isFocused={added.count > 0}
            onCreated={({ code }) => {
              setAdded(({ count }) => ({ code, count: count + 1 }));
              onAdded();
            }}
          />
        </Suspense>
      ) : (
        <p className="form-hint">{formatAccountMessage('codes_limit')}.</p>
      )}
      <p className="form-hint" role="status">
        {added.count > 0 && `Код ${added.code} создан.`}
      </p>
    </section>
  );
}

function CodeRow({ code: { code, label, url } }: { code: ReferralCode }) {
  const { state, copy, valueRef } = useClipboard(url);
  return (
    <li>
      <div>
        <p className="code-name numeric">{code}</p>
        <p className="meta">{label || 'Без названия'}</p>
        <span className="visually-hidden" ref={valueRef}>
          {url}
        </span>
      </div>
      <button
        type="button"
        className="button"
        aria-label={`Скопировать ссылку: ${label || code}`}
        onClick={copy}
      >
        {state === 'copied' ? 'Скопировано' : 'Скопировать ссылку'}
      </button>
      <span className="visually-hidden" role="status">
        {state === 'copied' && 'Скопировано'}
        {state === 'selected' && 'Выделено: скопируйте сами'}
      </span>
    </li>
  );
}
