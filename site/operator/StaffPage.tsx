import { useEffect, useMemo, useState } from 'react';
import { Link, Outlet, useNavigate } from 'react-router';
import { useSignals } from '@preact/signals-react/runtime';
import { formatAccountMessage } from '#core/accountMessages.ts';
import { sendCall } from '#core/api/sendCall.ts';
import { getStaffMemberCall, type StaffMember } from '#core/contract/operator/staff.ts';
import { createDeskEvents } from './events/deskEvents.ts';
import { NO_POLLING } from '#core/serverQuery.ts';
import { useAccount, type AccountContext } from '../account/accountContext.ts';
import { LoadingSkeleton } from '../account/LoadingSkeleton.tsx';
import { useAccountQuery } from '../account/useAccountQuery.ts';
import { LoadError } from '../live/LoadError.tsx';
import { accountRoutePaths, operatorRoutePaths } from '../routePaths.ts';
import { useAppContext } from '../shell/appContext.ts';
import { KeyList } from './keys/KeyList.tsx';
import type { StaffContext } from './staffContext.ts';
import { PAGE_KEYS, useDeskKeys } from './keys/useDeskKeys.ts';

/** Loads the member of staff. An account that may not work here gets a page with the reason. */
export function StaffPage() {
  useSignals();
  const context = useAppContext() as AccountContext;
  const query = useAccountQuery((api, options) => sendCall(api, getStaffMemberCall, options), {
    polling: NO_POLLING,
  });
  const state = query.state.value;
  if (state.phase === 'failed') return <StaffRefusal code={state.failure.code} onRetry={query.reload} />;
  if (state.phase === 'unsupported')
    return (
      <>
        <h1>Рабочее место</h1>
        <p className="section-text">На этом сайте его нет.</p>
      </>
    );
  if (state.phase !== 'ready') return <LoadingSkeleton className="account-skeleton" label="Загружаем" />;
  return <Desk context={context} staff={state.data} />;
}

/** The page, with the keys of every page. */
function Desk({ context, staff }: { context: AccountContext; staff: StaffMember }) {
  const navigate = useNavigate();
  const [events] = useState(() => createDeskEvents(context.account.api));
  useEffect(() => {
    const updateVisibility = () => events.setVisible(!document.hidden);
    updateVisibility();
    document.addEventListener('visibilitychange', updateVisibility);
    return () => {
      document.removeEventListener('visibilitychange', updateVisibility);
      events.setVisible(false);
    };
  }, [events]);
  const [isKeyListOpen, setIsKeyListOpen] = useState(false);
  const keys = useMemo(
    () => ({
      ...PAGE_KEYS,
      KeyT: () => void navigate(operatorRoutePaths.operatorToday),
      KeyC: () => void navigate(operatorRoutePaths.operatorClaims),
      KeyV: () => void navigate(operatorRoutePaths.operatorVerifications),
      KeyP: () => void navigate(operatorRoutePaths.operatorWithdrawals),
      KeyL: () => void navigate(operatorRoutePaths.operatorEmails),
      KeyA: () => void navigate(operatorRoutePaths.operatorAudit),
      KeyO: () => void navigate(operatorRoutePaths.operatorTurnover),
      KeyS: () => void navigate(operatorRoutePaths.operatorStaff),
      KeyE: () => void navigate(operatorRoutePaths.operatorRates),
      KeyB: () => void navigate(operatorRoutePaths.operatorStatement),
      KeyR: () => void navigate(operatorRoutePaths.operatorReserves),
      KeyY: () => void navigate(operatorRoutePaths.operatorSettings),
      KeyM: () => void navigate(operatorRoutePaths.operatorDiscounts),
      KeyI: () => void navigate(operatorRoutePaths.operatorPartners),
      KeyD: () => void navigate(operatorRoutePaths.operatorCurrencies),
      KeyG: () => void navigate(operatorRoutePaths.operatorRequisites),
      '?': () => setIsKeyListOpen(true),
    }),
    [navigate],
  );
  useDeskKeys(keys);
  return (
    <div className="operator">
      <Outlet context={{ ...context, staff, events } satisfies StaffContext} />
      <p className="operator-end">
        <span>{staff.name}</span>
        <button type="button" className="button quiet" onClick={() => setIsKeyListOpen(true)}>
          Клавиши <kbd>?</kbd>
        </button>
      </p>
      {isKeyListOpen && <KeyList onClose={() => setIsKeyListOpen(false)} />}
    </div>
  );
}

/** Refusals that a new login ends. */
const LOGIN_CODES: readonly string[] = ['strong_login_required', 'staff_session_expired'];

function StaffRefusal({ code, onRetry }: { code: string; onRetry: () => void }) {
  const { logOut } = useAccount();
  const isSetUp = code === 'second_factor_missing';
  if (!isSetUp && !LOGIN_CODES.includes(code) && code !== 'staff_required')
    return <LoadError code={code} role="alert" onRetry={onRetry} />;
  return (
    <>
      <h1>Рабочее место закрыто</h1>
      <div className="status-message" role="alert">
        <p>{formatAccountMessage<string>(code)}.</p>
        {isSetUp && (
          <Link className="button primary" to={accountRoutePaths.safety}>
            Настроить
          </Link>
        )}
        {LOGIN_CODES.includes(code) && (
          <button type="button" className="button primary" onClick={() => void logOut()}>
            Выйти и войти снова
          </button>
        )}
      </div>
    </>
  );
}
