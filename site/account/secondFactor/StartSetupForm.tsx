import { sendCall } from '#core/api/sendCall.ts';
import { startTotpSetupCall, type TotpSetup } from '#core/contract/account/secondFactor.ts';
import { FormEnd } from '../../elements/form/FormEnd.tsx';
import { useAccount } from '../accountContext.ts';
import { ConfirmationFields } from '../confirmation/ConfirmationFields.tsx';
import { useConfirmedForm } from '../confirmation/useConfirmedForm.ts';

/** Explains the second factor, and starts its setup. */
export function StartSetupForm({ onStarted }: { onStarted: (setup: TotpSetup) => void }) {
  const { api } = useAccount();
  const form = useConfirmedForm({
    fieldNames: [],
    async send(_, { signal }) {
      onStarted(await sendCall(api, startTotpSetupCall, { signal }));
    },
  });
  return (
    <>
      <p className="section-text">
        Выключен. С&nbsp;ним для входа нужен ещё код из&nbsp;приложения на&nbsp;телефоне: украденного пароля
        или чужой почты будет мало.
      </p>
      <form {...form.props} aria-labelledby="second-factor">
        <ConfirmationFields form={form} />
        <FormEnd form={form} text="Включить" sendingText="Готовим…" isQuiet />
      </form>
    </>
  );
}
