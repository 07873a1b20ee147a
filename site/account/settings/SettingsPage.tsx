import { Link } from 'react-router';
import { routePaths } from '../../routePaths.ts';
import { useAccount } from '../accountContext.ts';
import { EmailSection } from './EmailSection.tsx';
import { ExportSection } from './ExportSection.tsx';
import { NotifySection } from './NotifySection.tsx';
import '../../elements/form/form.css';
import './settings.css';

/** Page /account/settings: the address, the e-mails, a copy of the data, and the link to the deletion. */
export function SettingsPage() {
  const { user } = useAccount();
  return (
    <>
      <div className="account-heading">
        <h1>Настройки</h1>
      </div>
      <EmailSection />
      {user.notify && (
        <>
          <NotifySection notify={user.notify} />
          <ExportSection />
          <section className="account-section narrow" aria-labelledby="deletion-heading">
            <h2 id="deletion-heading">Удаление аккаунта</h2>
            <p className="section-text">
              Удалим через 7 дней. До этого можно передумать: вход отменит удаление.
            </p>
            <Link className="button" to={routePaths.deletion}>
              Удалить аккаунт
            </Link>
          </section>
        </>
      )}
    </>
  );
}
