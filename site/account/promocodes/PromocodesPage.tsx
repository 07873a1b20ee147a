import { useState } from 'react';
import { Link } from 'react-router';
import { sendCall } from '#core/api/sendCall.ts';
import {
  addPromocodeCall,
  listPromocodesCall,
  type AccountPromocode,
} from '#core/contract/account/accountOverview.ts';
import { localizeDecimal } from '#core/exchange/amount.ts';
import { handPromocode } from '#core/exchange/form/handedPromocode.ts';
import { createTimeFormat } from '#core/timeFormat.ts';
import { findEmptyError, listErrors } from '../../auth/validateFields.ts';
import { FormEnd } from '../../elements/form/FormEnd.tsx';
import { TextField } from '../../elements/form/TextField.tsx';
import { useForm } from '../../elements/form/useForm.ts';
import { routePaths } from '../../routePaths.ts';
import { hasAccountExtensions, useAccount } from '../accountContext.ts';
import { useAccountQuery } from '../useAccountQuery.ts';
import { QueryContent } from '../QueryContent.tsx';
import { LoadingSkeleton } from '../LoadingSkeleton.tsx';
import './promocodes.css';

/** Page /account/promocodes. */
export function PromocodesPage() {
  const { user } = useAccount();
  const query = useAccountQuery((client, options) => sendCall(client, listPromocodesCall, options));
  return (
    <>
      <div className="account-heading">
        <h1>Промокоды</h1>
      </div>
      <p className="promocodes-lead">
        Промокод возвращает часть нашей комиссии и улучшает курс. Он действует на всех направлениях. Если у
        вас уже есть скидка, применится большая из двух.
      </p>
      {hasAccountExtensions(user) && <AddPromocodeForm onAdded={query.refresh} />}
      <QueryContent
        query={query}
        skeleton={<LoadingSkeleton className="promocodes-skeleton" label="Загружаем промокоды" />}
      >
        {({ data: promocodes }) =>
          promocodes.length === 0 ? (
            <p className="promocodes-empty">
              Здесь пока нет промокодов. Мы присылаем их в письмах с новостями и дарим в{' '}
              <Link to={routePaths.contest}>конкурсах</Link>.
            </p>
          ) : (
            <ul className="promocode-list" aria-label="Мои промокоды">
              {promocodes.map(promocode => (
                <PromocodeRow key={promocode.code} promocode={promocode} />
              ))}
            </ul>
          )
        }
      </QueryContent>
    </>
  );
}

function AddPromocodeForm({ onAdded }: { onAdded: () => void }) {
  const { api } = useAccount();
  const [added, setAdded] = useState<{ code: string; count: number }>({ code: '', count: 0 });
  return (
    <div className="promocode-form">
      <PromocodeInput
        // An empty field after each promocode.
        key={added.count}
        isFocused={added.count > 0}
        onSend={async (text, signal) => {
          const { code } = await sendCall(api, addPromocodeCall, { body: { code: text }, signal });
          setAdded(({ count }) => ({ code, count: count + 1 }));
          onAdded();
        }}
      />
      <p className="form-hint" role="status">
        {added.count > 0 && `Промокод ${added.code} в кабинете.`}
      </p>
    </div>
  );
}

function PromocodeInput({
  isFocused,
  onSend,
}: {
  /** Whether the field gets the focus, because the previous form had it. */
  isFocused: boolean;
  onSend: (text: string, signal: AbortSignal) => Promise<void>;
}) {
  const form = useForm({
    fieldNames: ['code'],
    validate: ({ code }) => listErrors({ code: findEmptyError(code) }),
    send: ({ code = '' }, { signal }) => onSend(code, signal),
  });
  return (
    <form {...form.props} className="one-field-form" aria-label="Новый промокод">
      <TextField
        form={form}
        name="code"
        autoFocus={isFocused}
        label="Промокод"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={64}
      />
      <FormEnd form={form} text="Добавить" sendingText="Добавляем…" isQuiet />
    </form>
  );
}

const formatDay = createTimeFormat({ day: 'numeric', month: 'long', year: 'numeric' });

/** Until when a promocode can be used. It ends at midnight, so its last day is the one before. */
function formatValidity({ validUntil, singleUse }: AccountPromocode): string {
  const until = validUntil === null ? 'без срока' : `до ${formatDay(Date.parse(validUntil) - 1)}`;
  return singleUse ? `${until}, на одну заявку` : until;
}

function PromocodeRow({ promocode }: { promocode: AccountPromocode }) {
  const { api } = useAccount();
  const { code, percent, status, reason } = promocode;
  const handToForm = () => {
    try {
      handPromocode(sessionStorage, api.base, code);
    } catch {
      // The storage is blocked: the visitor types the promocode in the form.
    }
  };
  return (
    <li>
      <div>
        <p className="promocode-code numeric">{code}</p>
        <p className="meta">
          {localizeDecimal(percent)} % комиссии обратно, {formatValidity(promocode)}
        </p>
      </div>
      {status === 'active' ? (
        <Link
          className="button"
          to={routePaths.home}
          onClick={handToForm}
          aria-label={`Обменять с промокодом ${code}`}
        >
          Обменять
        </Link>
      ) : (
        <span className="meta promocode-ended">{reason}</span>
      )}
    </li>
  );
}
