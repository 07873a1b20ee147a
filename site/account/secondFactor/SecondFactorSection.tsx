import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { sendCall } from '#core/api/sendCall.ts';
import {
  RECOVERY_CODE_COUNT,
  startTotpSetupCall,
  turnOffSecondFactorCall,
  type TotpSetup,
} from '#core/contract/account/secondFactor.ts';
import type { User } from '#core/contract/user.ts';
import { useAccount } from '../accountContext.ts';
import { ConfirmedButton } from '../confirmation/ConfirmationFields.tsx';
import { EnabledSecondFactor } from './EnabledSecondFactor.tsx';
import { RecoveryCodeList } from './RecoveryCodeList.tsx';
import { TotpSetupForm } from './TotpSetupForm.tsx';
import './SecondFactorSection.css';

/** Steps of the section. `state`: whether the second factor is on. */
type SectionStep =
  | { step: 'state' }
  | { step: 'setup'; setup: TotpSetup }
  | { step: 'codes'; codes: string[] }
  | { step: 'off' };

/** The second factor of the account: off, its setup, new recovery codes, or on. */
export function SecondFactorSection({
  onMainAction,
}: {
  /** Reports whether the section has the page's main action. */
  onMainAction: (hasMainAction: boolean) => void;
}) {
  const { user, replaceUser } = useAccount();
  const { hash } = useLocation();
  const headingRef = useRef<HTMLHeadingElement>(null);
  const [current, setStep] = useState<SectionStep>({ step: 'state' });
  const [announcement, setAnnouncement] = useState('');
  // The section loads after the page has scrolled to its hash.
  useEffect(() => {
    if (hash === '#second-factor') headingRef.current?.focus();
  }, [hash]);

  function show(step: SectionStep, text = ''): void {
    setStep(step);
    onMainAction(step.step === 'setup' || step.step === 'codes');
    setAnnouncement(text);
    // The button that led here is gone.
    headingRef.current?.focus();
  }
  const showState = () => show({ step: 'state' });
  const update = (change: Pick<User, 'twoFactor' | 'recoveryCodes'>) => replaceUser({ ...user, ...change });

  return (
    <section className="account-section narrow second-factor" aria-labelledby="second-factor">
      <h2 id="second-factor" ref={headingRef} tabIndex={-1}>
        {TITLES[current.step]}
      </h2>
      {current.step === 'setup' && (
        <TotpSetupForm
          setup={current.setup}
          onEnabled={codes => {
            update({ twoFactor: true, recoveryCodes: RECOVERY_CODE_COUNT });
            show({ step: 'codes', codes }, 'Второй фактор включён');
          }}
          onCancel={showState}
        />
      )}
      {current.step === 'codes' && <RecoveryCodeList codes={current.codes} onSaved={showState} />}
      {current.step === 'off' && (
        <TurnOff
          onTurnedOff={() => {
            update({ twoFactor: false, recoveryCodes: undefined });
            show({ step: 'state' }, 'Второй фактор отключён');
          }}
          onCancel={showState}
        />
      )}
      {current.step === 'state' &&
        (user.twoFactor ? (
          <EnabledSecondFactor
            recoveryCodes={user.recoveryCodes ?? 0}
            onRenewed={codes => {
              update({ twoFactor: true, recoveryCodes: codes.length });
              show({ step: 'codes', codes });
            }}
            onTurnOff={() => show({ step: 'off' })}
          />
        ) : (
          <StartSetup onStarted={setup => show({ step: 'setup', setup })} />
        ))}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </section>
  );
}

const TITLES: Readonly<Record<SectionStep['step'], string>> = {
  state: 'Второй фактор',
  setup: 'Подключите приложение',
  codes: 'Запасные коды',
  off: 'Отключить второй фактор?',
};

/** Explains the second factor, and starts its setup. */
function StartSetup({ onStarted }: { onStarted: (setup: TotpSetup) => void }) {
  const { api } = useAccount();
  return (
    <>
      <p className="section-text">
        Выключен. С ним для входа нужен ещё код из приложения на телефоне: украденного пароля или чужой почты
        будет мало.
      </p>
      <ConfirmedButton
        aria-labelledby="second-factor"
        text="Включить"
        sendingText="Готовим…"
        send={async signal => onStarted(await sendCall(api, startTotpSetupCall, { signal }))}
      />
    </>
  );
}

/** Confirmation before the second factor is turned off. */
function TurnOff({ onTurnedOff, onCancel }: { onTurnedOff: () => void; onCancel: () => void }) {
  const { api } = useAccount();
  return (
    <>
      <p className="section-text">
        Чтобы войти, хватит пароля. Чтобы задать новый пароль, хватит письма. Запасные коды перестанут
        действовать. Выплаты на сохранённые реквизиты задержим на 24 часа.
      </p>
      <ConfirmedButton
        aria-labelledby="second-factor"
        text="Отключить второй фактор"
        sendingText="Отключаем…"
        send={async signal => {
          await sendCall(api, turnOffSecondFactorCall, { signal });
          onTurnedOff();
        }}
      />
      <button type="button" className="button quiet" onClick={onCancel}>
        Оставить включённым
      </button>
    </>
  );
}
