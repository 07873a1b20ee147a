import { sendCall } from '#core/api/sendCall.ts';
import { turnOffSecondFactorCall } from '#core/contract/account/secondFactor.ts';
import { FormEnd } from '../../elements/form/FormEnd.tsx';
import { useAccount } from '../accountContext.ts';
import { ConfirmationFields } from '../confirmation/ConfirmationFields.tsx';
import { useConfirmedForm } from '../confirmation/useConfirmedForm.ts';

/** Confirmation before the second factor is turned off. */
export function TurnOffForm({ onTurnedOff, onCancel }: { onTurnedOff: () => void; onCancel: () => void }) {
  const { api } = useAccount();
  const form = useConfirmedForm({
    fieldNames: [],
    async send(_, { signal }) {
      await sendCall(api, turnOffSecondFactorCall, { signal });
      onTurnedOff();
    },
  });
  return (
    <>
      <p className="section-text">
        Чтобы войти, хватит пароля. Чтобы задать новый пароль, хватит письма. Запасные коды перестанут
        действовать. Выплаты на&nbsp;сохранённые реквизиты задержим на&nbsp;24&nbsp;часа.
      </p>
      <form {...form.props} aria-labelledby="second-factor">
        <ConfirmationFields form={form} />
        <FormEnd form={form} text="Отключить второй фактор" sendingText="Отключаем…" isQuiet />
      </form>
      <button type="button" className="button quiet" onClick={onCancel}>
        Оставить включённым
      </button>
    </>
  );
}
