import { Link } from 'react-router';
import { sendCall } from '#core/api/sendCall.ts';
import { planDeletionCall } from '#core/contract/account/accountChanges.ts';
import { Checkbox } from '../../elements/form/Checkbox.tsx';
import { FormEnd } from '../../elements/form/FormEnd.tsx';
import { accountRoutePaths, routePaths } from '../../routePaths.ts';
import { useAppContext } from '../../shell/appContext.ts';
import { hasAccountExtensions, useAccount } from '../accountContext.ts';
import { formatFullDate } from '../journal/formatFullDate.ts';
import { ConfirmationFields } from '../confirmation/ConfirmationFields.tsx';
import { useConfirmedForm } from '../confirmation/useConfirmedForm.ts';
import '../../elements/form/form.css';
import './settings.css';

/** Page /account/settings/delete: what the deletion does, and its confirmation. */
export function DeletionPage() {
  const { user } = useAccount();
  const heading = (
    <div className="account-heading">
      <h1>Удаление аккаунта</h1>
    </div>
  );
  if (!hasAccountExtensions(user))
    return (
      <>
        {heading}
        <p className="section-text">
          На этом сайте удалить аккаунт нельзя. Напишите в <Link to={routePaths.contacts}>поддержку</Link>.
        </p>
      </>
    );
  return (
    <>
      {heading}
      <section className="account-section narrow" aria-label="Последствия">
        <p className="account-email settings-email">{user.email}</p>
        <ul className="consequence-list">
          <li>Все сеансы завершатся сразу, и на этом устройстве тоже.</li>
          <li>Через 7 дней сотрём почту, пароль, настройки, сеансы и журнал. Вернуть их не получится.</li>
          <li>
            Если передумаете, войдите до этого срока: вход отменит удаление. Точное время пришлём письмом.
          </li>
          <li>Записи об обменах останутся без аккаунта: хранить их требует закон.</li>
        </ul>
        <p className="section-text">
          Копию данных можно <Link to={routePaths.settings}>скачать в настройках</Link>.
        </p>
        <DeletionForm />
      </section>
    </>
  );
}

/** Code of a refusal → page where the obstacle to the deletion can be removed. */
const OBSTACLE_LINKS: Readonly<Record<string, { path: string; text: string }>> = {
  claims_open: {
    path: `${routePaths.applications}?status=open`,
    text: 'Открытые заявки',
  },
  balance_left: { path: accountRoutePaths.shopWithdrawal, text: 'Вывести деньги' },
};

function DeletionForm() {
  const { api, logOut } = useAccount();
  const { messages } = useAppContext();
  const form = useConfirmedForm({
    fieldNames: ['understood'],
    validate: ({ understood }) =>
      understood === undefined ? { understood: 'Отметьте, что понимаете последствия' } : {},
    async send(_, { signal }) {
      const { dueAt } = await sendCall(api, planDeletionCall, { signal });
      void messages.show({
        title: 'Аккаунт будет удалён',
        message: `Удалим ${formatFullDate(dueAt)}. Если передумаете, войдите до этого времени`,
      });
      // The server has ended the session. This removes its data from the browser.
      await logOut();
    },
  });
  const obstacle = form.failure && OBSTACLE_LINKS[form.failure.code];
  return (
    <form {...form.props} aria-label="Удаление аккаунта">
      <Checkbox form={form} name="understood">
        Понимаю, что удалённый аккаунт не вернуть
      </Checkbox>
      <ConfirmationFields form={form} />
      <FormEnd form={form} text="Удалить через 7 дней" sendingText="Планируем…" isQuiet>
        {obstacle && (
          <p className="section-text">
            <Link to={obstacle.path}>{obstacle.text}</Link>
          </p>
        )}
      </FormEnd>
    </form>
  );
}
