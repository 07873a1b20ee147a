import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { CurrencyItem } from '#core/contract/calculator.ts';
import { appendUnit, getUnitSymbol } from '#core/exchange/formatMoney.ts';
import type { ExchangeModel } from '#core/exchange/form/exchangeModel.ts';
import type { AccountForm, AccountFormSide } from '../../accountConnection.ts';
import { FormNotices } from '../../form/FormNotices.tsx';
import { ConsentField } from './ConsentField.tsx';
import { EmailField } from './EmailField.tsx';
import { RequisiteInput } from './RequisiteInput.tsx';
import { StepHeader, StepProgress } from '../elements/StepHeader.tsx';
import { PromocodeField } from './PromocodeField.tsx';
import { useAccountForm } from './useAccountForm.ts';
import type { ScreenContext } from '../screenContext.ts';

/** Heading of the step, by the kind of the received currency. */
function stepTitle(to: CurrencyItem | null, fieldCount: number): string {
  if (!to || fieldCount === 0) return 'Как с вами связаться?';
  if (to.kind === 'cash') return 'Кто получит наличные?';
  return `Куда отправить ${getUnitSymbol(to.ticker) === '₽' ? 'рубли' : to.ticker}?`;
}

/** Requisites of the pair, e-mail, promocode and consent. */
export function RequisitesScreen({
  context: { controller, claimModel, hasInteracted },
}: {
  context: ScreenContext;
}) {
  useSignals();
  const { exchange } = controller;
  const { draft } = exchange;
  const formRef = useRef<HTMLFormElement>(null);
  // Each increment moves the focus to the first invalid field, also after a refusal by the server.
  const [refusalCount, setRefusalCount] = useState(() =>
    hasInteracted.current && Object.keys(draft.errors.peek()).length > 0 ? 1 : 0,
  );
  const [isBusy, setIsBusy] = useState(false);
  const fields = draft.fields.value;
  const to = exchange.to.value;
  const accountForm = useAccountForm(controller);

  useEffect(() => {
    if (refusalCount > 0) formRef.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [refusalCount]);

  const handleSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    const hasAdvanced = await claimModel.goToNextStep();
    setIsBusy(false);
    if (!hasAdvanced) setRefusalCount(refusalCount + 1);
  };

  return (
    <form
      className="panel"
      part="panel"
      aria-label="Реквизиты"
      noValidate
      ref={formRef}
      onSubmit={handleSubmit}
    >
      <StepHeader
        title={stepTitle(to, fields.to.length)}
        subtitle={<PairSummary exchange={exchange} />}
        hasInteracted={hasInteracted}
        onBack={() => claimModel.goBack()}
      />
      <StepProgress current={1} />
      <SideFields controller={controller} side="to" fields={fields.to} accountForm={accountForm} />
      <SideFields controller={controller} side="from" fields={fields.from} accountForm={accountForm} />
      <EmailField draft={draft} />
      <PromocodeField exchange={exchange} />
      {accountForm && <accountForm.SaveField />}
      <ConsentField controller={controller} draft={draft} />
      <FormNotices exchange={exchange} isBrief />
      <button className="button" part="button" type="submit" aria-disabled={isBusy || undefined}>
        {isBusy ? 'Проверяем…' : 'Проверить заявку'}
      </button>
    </form>
  );
}

/** Both current amounts in one line: «1 250,00 USDT на 101 775,00 ₽». */
function PairSummary({ exchange }: { exchange: ExchangeModel }) {
  useSignals();
  const [from, to] = [exchange.from.value, exchange.to.value];
  const [fromText, toText] = [exchange.amountText.from.value, exchange.amountText.to.value];
  const city = exchange.city.value;
  if (!from || !to) return null;
  return (
    <>
      {appendUnit(fromText, from.ticker)} на {appendUnit(toText, to.ticker)}
      {city && `, ${city.name}`}
    </>
  );
}

function SideFields({
  controller,
  side,
  fields,
  accountForm,
}: AccountFormSide & { controller: ScreenContext['controller']; accountForm: AccountForm | null }) {
  useSignals();
  const { draft } = controller.exchange;
  if (fields.length === 0) return null;
  const fillCount = accountForm?.fillCount.value;
  const inputs = (
    <>
      {accountForm && <accountForm.RequisiteMenu side={side} fields={fields} />}
      {!accountForm?.isCollapsed(side) && (
        <div className={fields.some(({ type }) => type === 'select') ? 'two-columns' : undefined}>
          {fields.map(field => (
            <RequisiteInput key={field.name + (fillCount || '')} draft={draft} side={side} field={field} />
          ))}
        </div>
      )}
      {accountForm && <accountForm.AddressWarning side={side} fields={fields} />}
    </>
  );
  // The heading of the step is about the received currency.
  const legend =
    side === 'from' && controller.exchange.from.value?.kind === 'cash'
      ? 'Кто принесёт наличные'
      : side === 'from' && fields.some(({ type }) => type === 'card')
        ? 'С какой карты вы платите'
        : null;
  if (legend === null) return inputs;
  return (
    <fieldset>
      <legend className="group-title">{legend}</legend>
      {inputs}
    </fieldset>
  );
}
