import { Link } from 'react-router';
import { useSignals } from '@preact/signals-react/runtime';
import { fetchRequisites } from '#core/api/account/savedRequisites.ts';
import type { AccountRequisite } from '#core/contract/account/savedRequisite.ts';
import { routePaths } from '../../routePaths.ts';
import { useAccount } from '../accountContext.ts';
import type { FetchAccountData } from '../useAccountQuery.ts';
import type { ServerQuery } from '#core/serverQuery.ts';

const SECOND_FACTOR_HINT = {
  text: 'Второй фактор',
  reason: 'Без кода из приложения не войти',
  action: 'Включить',
  path: `${routePaths.safety}#second-factor`,
};

const CARD_HINT = {
  text: 'Подтверждённая карта',
  reason: 'Заявки от 15 000 ₽ с неё сразу ждут оплаты, без проверки',
  action: 'Подтвердить',
  path: routePaths.cards,
};

/** Loads the saved cards and wallets, the cards first. */
export const fetchSavedRequisites: FetchAccountData<readonly AccountRequisite[]> = async (api, options) => {
  const requisites = await fetchRequisites(api, null, options);
  return requisites.toSorted((a, b) => a.type.localeCompare(b.type));
};

type RequisitesQuery = ServerQuery<readonly AccountRequisite[]>;

/** Whether the account has neither a verified card nor one whose photos are being checked. */
function isCardMissing(query: RequisitesQuery): boolean {
  const state = query.state.value;
  if (state.phase !== 'ready') return false;
  return state.data.every(
    ({ verification }) => verification?.status !== 'approved' && verification?.status !== 'pending',
  );
}

/** Hints for features that are not set up; nothing if all are. */
export function SetupHints({ requisites }: { requisites: RequisitesQuery }) {
  useSignals();
  const { user } = useAccount();
  const hints = [
    // A backend without second factors does not send the field.
    ...(user.twoFactor === false ? [SECOND_FACTOR_HINT] : []),
    ...(isCardMissing(requisites) ? [CARD_HINT] : []),
  ];
  if (hints.length === 0) return null;
  return (
    <section className="account-section" aria-labelledby="setup-heading">
      <h2 id="setup-heading">Стоит настроить</h2>
      <ul className="setup-hints">
        {hints.map(({ text, reason, action, path }) => (
          <li key={text}>
            <div>
              <p>{text}</p>
              <p className="meta">{reason}</p>
            </div>
            <Link className="button" to={path} aria-label={`${action}: ${text}`}>
              {action}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
