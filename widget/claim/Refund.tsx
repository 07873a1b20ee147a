import { useEffect, useRef, useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { code as codeOf } from '#core/api/error.ts';
import type { Field } from '#core/contract/calculator.ts';
import type { ClaimStatus } from '#core/contract/claim.ts';
import { validate } from '#core/exchange/requisites.ts';
import type { Refusal } from '#core/exchange/requisites.ts';
import { message } from '#core/messages.ts';
import { sum } from '../figures.ts';
import { Note } from '../form/Notes.tsx';
import { paths } from '../Icon.tsx';
import { Deed } from './Deed.tsx';
import { Place } from './Place.tsx';
import { Unanswered } from './Unanswered.tsx';
import type { Stage } from './stage.ts';

/** Asks whether the money shall go back and where to; where that is known already only the first. */
export function Refund({
  stage,
  claim,
  onBack,
}: {
  stage: Stage;
  claim: ClaimStatus;
  /** The way back to the offer; left out where the refund is decided. */
  onBack: (() => void) | undefined;
}) {
  useSignals();
  const { acts } = stage.claim;
  const known = claim.refundTo;
  const asks = onBack !== undefined;
  const box = useRef<HTMLDivElement>(null);
  const [fields, setFields] = useState<readonly Field[] | null>(known ? [] : null);
  const [failed, fail] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [errors, setErrors] = useState<Readonly<Record<string, Refusal>>>({});
  const doing = acts.doing.value;
  const server = doing?.action === 'refund' && doing.state === 'refused' ? doing.fields : {};

  useEffect(() => {
    if (known) return;
    let wanted = true;
    acts.places().then(
      found => wanted && setFields(found),
      (error: unknown) => wanted && fail(codeOf(error)),
    );
    return () => {
      wanted = false;
    };
  }, [acts, known, tries]);
  // Pressing «Вернуть деньги» has taken the button away: the question has the focus.
  useEffect(() => {
    if (asks) box.current?.focus({ preventScroll: true });
  }, [asks]);

  const send = async () => {
    const found: Record<string, Refusal> = {};
    const checked: Record<string, string> = {};
    for (const field of fields ?? []) {
      const verdict = await validate(field, values[field.name] ?? '', { code: claim.from.code });
      if (verdict.ok) checked[field.name] = verdict.value;
      else found[field.name] = verdict;
    }
    setErrors(found);
    const [first] = Object.keys(found);
    if (first === undefined) return void acts.refund(checked);
    box.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };
  const set = (name: string, text: string) => {
    setValues({ ...values, [name]: text });
    setErrors(Object.fromEntries(Object.entries(errors).filter(([other]) => other !== name)));
    acts.dismiss();
  };
  const back = sum(claim.received ?? claim.fromSumma, claim.from.currency);
  return (
    <div ref={box} tabIndex={-1} className="ask" role="group" aria-label="Возврат денег">
      {onBack && (
        <Note kind="w" icon={paths.alert}>
          Вернуть {back}? Обмена по&nbsp;этой заявке не&nbsp;будет.
        </Note>
      )}
      {known && (
        <p className="told">
          Вернём {back}: {known}
        </p>
      )}
      {failed !== null && (
        <Unanswered
          code={failed}
          again={() => {
            fail(null);
            setTries(tries + 1);
          }}
        />
      )}
      {fields === null && failed === null && <span className="sk b" />}
      {fields?.map(field => {
        const refused = server[field.name];
        const error = errors[field.name];
        return (
          <Place
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            error={error ? message(error.code, error) : refused && message(refused)}
            onChange={text => set(field.name, text)}
          />
        );
      })}
      {fields !== null && (
        <Deed
          stage={stage}
          action="refund"
          busy="Сообщаем…"
          kind={onBack ? 'sec' : ''}
          run={() => void send()}
        >
          {onBack ? 'Да, вернуть деньги' : 'Вернуть сюда'}
        </Deed>
      )}
      {onBack && (
        <button className="btn txt" type="button" onClick={onBack}>
          Не&nbsp;возвращать
        </button>
      )}
    </div>
  );
}
