import { useEffect, useRef, useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { toErrorCode } from '#core/api/apiError.ts';
import type { RequisiteField } from '#core/contract/course/pair.ts';
import type { ClaimStatus } from '#core/contract/claim.ts';
import { validateRequisite, type RequisiteRefusal } from '#core/exchange/requisites/validateRequisite.ts';
import { formatMessage } from '#core/messages.ts';
import { Notice } from '../../form/FormNotices.tsx';
import { ICON_PATHS } from '../../icons/Icon.tsx';
import { formatRefundAmount } from '../status/describeClaimStatus.ts';
import { ActionButton } from '../elements/ActionButton.tsx';
import { RefundField } from './RefundField.tsx';
import { RequestError } from '../elements/RequestError.tsx';
import type { ScreenContext } from '../screenContext.ts';

/** Confirmation of a refund, with the fields of its destination if it is unknown. */
export function RefundForm({
  context,
  claim,
  onBack,
}: {
  context: ScreenContext;
  claim: ClaimStatus;
  /** Returns to the offer. Absent if the refund is already decided. */
  onBack: (() => void) | undefined;
}) {
  useSignals();
  const { actions: claimActions } = context.claimModel;
  const knownTarget = claim.refundTo;
  const isConfirmation = onBack !== undefined;
  const containerRef = useRef<HTMLDivElement>(null);
  const [fields, setFields] = useState<readonly RequisiteField[] | null>(knownTarget ? [] : null);
  const [failureCode, setFailureCode] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [errors, setErrors] = useState<Readonly<Record<string, RequisiteRefusal>>>({});
  const actionState = claimActions.actionState.value;
  const serverErrors =
    actionState?.action === 'refund' && actionState.state === 'refused' ? actionState.fields : {};

  useEffect(() => {
    if (knownTarget) return;
    let isCurrent = true;
    claimActions.fetchRefundFields().then(
      found => isCurrent && setFields(found),
      (error: unknown) => isCurrent && setFailureCode(toErrorCode(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [claimActions, knownTarget, attempt]);
  // «Вернуть деньги» is removed after the press, so the question takes the focus.
  useEffect(() => {
    if (isConfirmation) containerRef.current?.focus({ preventScroll: true });
  }, [isConfirmation]);

  const submit = async () => {
    const failures: Record<string, RequisiteRefusal> = {};
    const validValues: Record<string, string> = {};
    for (const field of fields ?? []) {
      const verdict = await validateRequisite(field, values[field.name] ?? '', { code: claim.from.code });
      if (verdict.ok) validValues[field.name] = verdict.value;
      else failures[field.name] = verdict;
    }
    setErrors(failures);
    const [firstInvalid] = Object.keys(failures);
    if (firstInvalid === undefined) return void claimActions.requestRefund(validValues);
    containerRef.current?.querySelector<HTMLElement>(`[name="${firstInvalid}"]`)?.focus();
  };
  const setValue = (name: string, text: string) => {
    setValues({ ...values, [name]: text });
    setErrors(Object.fromEntries(Object.entries(errors).filter(([otherName]) => otherName !== name)));
    claimActions.dismissError();
  };
  const refundAmount = formatRefundAmount(claim);
  return (
    <div ref={containerRef} tabIndex={-1} className="refund-form" role="group" aria-label="Возврат денег">
      {onBack && (
        <Notice kind="warning" icon={ICON_PATHS.alert}>
          Вернуть {refundAmount}? Обмена по этой заявке не будет.
        </Notice>
      )}
      {knownTarget && (
        <p className="explanation">
          Вернём {refundAmount}: {knownTarget}
        </p>
      )}
      {fields?.[0] && (
        <p className="explanation">
          {fields[0].type === 'address'
            ? 'Сверьте адрес целиком. Адрес отправителя не подходит, если это кошелёк биржи.'
            : 'Сначала реквизиты проверит оператор.'}
        </p>
      )}
      {failureCode !== null && (
        <RequestError
          code={failureCode}
          onRetry={() => {
            setFailureCode(null);
            setAttempt(attempt + 1);
          }}
        />
      )}
      {fields === null && failureCode === null && <span className="skeleton block" />}
      {fields?.map(field => {
        const serverError = serverErrors[field.name];
        const error = errors[field.name];
        return (
          <RefundField
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            error={error ? formatMessage(error.code, error) : serverError && formatMessage(serverError)}
            onChange={text => setValue(field.name, text)}
          />
        );
      })}
      {fields !== null && (
        <ActionButton
          context={context}
          action="refund"
          busyLabel="Сообщаем…"
          variant={onBack ? 'secondary' : ''}
          onAction={() => void submit()}
        >
          {onBack ? 'Да, вернуть деньги' : 'Вернуть сюда'}
        </ActionButton>
      )}
      {onBack && (
        <button className="button text" type="button" onClick={onBack}>
          Не возвращать
        </button>
      )}
    </div>
  );
}
