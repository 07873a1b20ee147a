import { useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { toErrorCode } from '#core/api/apiError.ts';
import type { LinkBuilderModel, LinkInput } from '#core/account/shop/createLinkBuilder.ts';
import type { ShopLinksModel } from '#core/account/shop/createShopLinks.ts';
import { formatAccountMessage } from '#core/accountMessages.ts';
import {
  MAX_SHOP_LABEL_LENGTH,
  MAX_SHOP_LINKS,
  type ShopLink,
  type ShopLinkCreate,
  type ShopLinks,
} from '#core/contract/account/shop.ts';
import type { Direction } from '#core/contract/calculator.ts';
import { MAX_SUB_LENGTH } from '#core/contract/account/referralCode.ts';
import { createLazyModule } from '#widget/lazy/lazyModule.ts';
import { CopyField } from '../../../elements/CopyField.tsx';
import { CurrencyOptions, LabeledField, SelectField, usePairItems } from '../../../elements/pairFields.tsx';
import { LoadError } from '../../../live/LoadError.tsx';
import type { ServerQuery } from '#core/serverQuery.ts';
import { useAppContext } from '../../../shell/appContext.ts';

interface BuilderProps {
  builder: LinkBuilderModel;
  codes: ShopLinks['codes'];
}

/** Builds a link from a pair, an amount and a mark; copies, shows and saves it. */
export function LinkBuilder({
  builder,
  codes,
  directions,
  model,
  links,
}: BuilderProps & {
  directions: ServerQuery<Direction[]>;
  model: ShopLinksModel;
  links: readonly ShopLink[];
}) {
  useSignals();
  const { url } = builder.link.value;
  return (
    <section className="account-section" aria-labelledby="builder-heading">
      <h2 id="builder-heading">Собрать ссылку</h2>
      <p className="section-text">
        Метка отличит в статистике одну страницу или рассылку от другой. Без валют ссылка откроет форму с
        обычной парой.
      </p>
      <form noValidate onSubmit={event => event.preventDefault()}>
        <div className="fields">
          <PairChoice builder={builder} directions={directions} />
          <ReferralFields builder={builder} codes={codes} />
        </div>
        <CopyField label="Ссылка" value={url} />
        <div className="link-actions">
          <SaveLinkButton builder={builder} model={model} links={links} />
          <LinkQr url={url} />
        </div>
      </form>
    </section>
  );
}

function PairChoice({
  builder,
  directions,
}: {
  builder: LinkBuilderModel;
  directions: ServerQuery<Direction[]>;
}) {
  useSignals();
  const { api } = useAppContext();
  const state = directions.state.value;
  const { from, to } = builder.input.value;
  const items = usePairItems(api, state.phase === 'ready' ? state.data : [], { from, to });
  if (state.phase === 'failed')
    return <LoadError code={state.failure.code} role="alert" onRetry={directions.reload} />;
  const isLoading = state.phase === 'loading';
  return (
    <>
      <LabeledField text="Отдать">
        <SelectField
          value={from}
          disabled={isLoading}
          onChange={({ target: { value } }) => builder.change({ from: value, to: '' })}
        >
          <option value="">Любая валюта</option>
          <CurrencyOptions items={items.sendItems} />
        </SelectField>
      </LabeledField>
      <LabeledField text="Получить">
        <SelectField
          value={to}
          disabled={isLoading || from === ''}
          onChange={({ target: { value } }) => builder.change({ to: value })}
        >
          <option value="">{from === '' ? 'Сначала выберите, что отдать' : 'Любая валюта'}</option>
          <CurrencyOptions items={from === '' ? [] : items.receiveItems} />
        </SelectField>
      </LabeledField>
    </>
  );
}

function ReferralFields({ builder, codes }: BuilderProps) {
  useSignals();
  const { code, sub, amount, label } = builder.input.value;
  const { invalid } = builder.link.value;
  const createHandler = (name: keyof LinkInput) => (event: { target: { value: string } }) =>
    builder.change({ [name]: event.target.value });
  return (
    <>
      <LabeledField text="Сумма">
        <input
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          placeholder="Обычная"
          maxLength={40}
          value={amount}
          aria-invalid={invalid.includes('amount')}
          aria-describedby="amount-error"
          onChange={createHandler('amount')}
        />
        <FieldError
          id="amount-error"
          text={invalid.includes('amount') ? 'Введите число, например 100,5.' : ''}
        />
      </LabeledField>
      <LabeledField text="Код партнёра">
        <SelectField value={code} onChange={createHandler('code')}>
          {codes.map(({ code: value, label: name }) => (
            <option key={value} value={value}>
              {name === '' ? value : `${value} (${name})`}
            </option>
          ))}
        </SelectField>
      </LabeledField>
      <LabeledField text="Метка">
        <input
          name="sub"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={MAX_SUB_LENGTH}
          value={sub}
          aria-invalid={invalid.includes('sub')}
          aria-describedby="sub-error"
          onChange={createHandler('sub')}
        />
        <FieldError
          id="sub-error"
          text={invalid.includes('sub') ? 'Только латинские буквы, цифры, «-» и «_».' : ''}
        />
      </LabeledField>
      <LabeledField text="Название, видите только вы">
        <input
          name="label"
          autoComplete="off"
          maxLength={MAX_SHOP_LABEL_LENGTH}
          value={label}
          onChange={createHandler('label')}
          aria-describedby="label-limit"
        />
        <FieldError
          id="label-limit"
          text={
            label.length >= MAX_SHOP_LABEL_LENGTH ? `Поместились первые ${MAX_SHOP_LABEL_LENGTH} знаков.` : ''
          }
        />
      </LabeledField>
    </>
  );
}

/** The error of a field; the element stays, so that a screen reader announces its text. */
const FieldError = ({ id, text }: { id: string; text: string }) => (
  <span className="form-error field-error" id={id} role="status">
    {text}
  </span>
);

/** The last save. Its result applies to `body`, which every edit replaces. */
type SaveState =
  | { phase: 'idle' | 'saving' }
  | { phase: 'saved'; body: ShopLinkCreate; id: string }
  | { phase: 'failed'; body: ShopLinkCreate; code: string };

function SaveLinkButton({
  builder,
  model,
  links,
}: {
  builder: LinkBuilderModel;
  model: ShopLinksModel;
  links: readonly ShopLink[];
}) {
  useSignals();
  const { body, invalid } = builder.link.value;
  const [save, setSave] = useState<SaveState>({ phase: 'idle' });
  const isFull = links.length >= MAX_SHOP_LINKS;
  const isDisabled = isFull || save.phase === 'saving';
  const failedCode = save.phase === 'failed' && save.body === body ? save.code : null;
  const isSaved = save.phase === 'saved' && save.body === body && links.some(({ id }) => id === save.id);

  async function saveLink(): Promise<void> {
    setSave({ phase: 'saving' });
    try {
      const { id } = await model.add(body);
      setSave({ phase: 'saved', body, id });
    } catch (error) {
      setSave({ phase: 'failed', body, code: toErrorCode(error) });
    }
  }

  return (
    <>
      <button
        // Enter in a field clicks it, too.
        type="submit"
        className="button primary"
        aria-disabled={isDisabled}
        onClick={({ currentTarget: { form } }) => {
          if (invalid.length > 0) form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
          else if (!isDisabled) void saveLink();
        }}
      >
        {save.phase === 'saving' ? 'Сохраняем…' : 'Сохранить ссылку'}
      </button>
      <p className={failedCode === null ? 'form-hint' : 'form-error'} role="status">
        {isFull && `Сохранено уже ${MAX_SHOP_LINKS} ссылок. Удалите ненужную.`}
        {!isFull && isSaved && 'Сохранена, она в списке ниже.'}
        {!isFull && failedCode !== null && `${formatAccountMessage<string>(failedCode)}.`}
      </p>
    </>
  );
}

/** The widget uses the same module for payments. */
const lazyQr = createLazyModule(() => import('#widget/claim/elements/QrCode.tsx'));

/** QR code of a link, on demand. */
function LinkQr({ url }: { url: string }) {
  useSignals();
  const qr = lazyQr.module.value;
  return (
    <details className="link-qr" onToggle={() => void lazyQr.load()}>
      <summary className="button quiet">QR-код</summary>
      {qr && <qr.QrCode text={url} label={`QR-код ссылки ${url}`} />}
      {lazyQr.hasFailed.value && <LoadError code="network" role="alert" onRetry={() => void lazyQr.load()} />}
    </details>
  );
}
