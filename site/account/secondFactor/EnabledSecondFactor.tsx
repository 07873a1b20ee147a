import { sendCall } from '#core/api/sendCall.ts';
import { renewRecoveryCodesCall } from '#core/contract/account/secondFactor.ts';
import { pluralize, selectPluralForm } from '#core/pluralize.ts';
import { FormEnd } from '../../elements/form/FormEnd.tsx';
import { useAccount } from '../accountContext.ts';
import { ConfirmationFields } from '../confirmation/ConfirmationFields.tsx';
import { useConfirmedForm } from '../confirmation/useConfirmedForm.ts';

/** From this number of recovery codes on the owner should make new ones. */
const FEW_CODES = 3;

/** A second factor that is on: number of recovery codes left, new codes, and the button that turns it off. */
export function EnabledSecondFactor({
  recoveryCodes,
  onRenewed,
  onTurnOff,
}: {
  recoveryCodes: number;
  onRenewed: (codes: string[]) => void;
  onTurnOff: () => void;
}) {
  const { api } = useAccount();
  const form = useConfirmedForm({
    fieldNames: [],
    async send(_, { signal }) {
      onRenewed((await sendCall(api, renewRecoveryCodesCall, { signal })).codes);
    },
  });
  return (
    <>
      <p className="section-text">
        Включён: для входа нужен код из приложения. {describeCodesLeft(recoveryCodes)}
      </p>
      <form {...form.props} aria-label="Новые запасные коды">
        <ConfirmationFields form={form} />
        {form.confirmationMethods.length > 0 && (
          <p className="form-hint">Прежние коды перестанут действовать.</p>
        )}
        <FormEnd form={form} text="Новые запасные коды" sendingText="Готовим…" isQuiet />
      </form>
      <button type="button" className="button quiet" onClick={onTurnOff}>
        Отключить
      </button>
    </>
  );
}

function describeCodesLeft(count: number): string {
  if (count === 0) return 'Запасных кодов не осталось. Сделайте новые.';
  const left = `${selectPluralForm(count, ['Остался', 'Осталось', 'Осталось'])} ${pluralize(count, ['запасной код', 'запасных кода', 'запасных кодов'])}.`;
  return count <= FEW_CODES ? `${left} Сделайте новые: прежние перестанут действовать.` : left;
}
