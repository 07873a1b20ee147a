import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { RECOVERY_CODE_COUNT, type TotpSetup } from '#core/contract/account/secondFactor.ts';
import type { User } from '#core/contract/user.ts';
import { useAccount } from '../accountContext.ts';
import { EnabledSecondFactor } from './EnabledSecondFactor.tsx';
import { RecoveryCodeList } from './RecoveryCodeList.tsx';
import { StartSetupForm } from './StartSetupForm.tsx';
import { TotpSetupForm } from './TotpSetupForm.tsx';
import { TurnOffForm } from './TurnOffForm.tsx';
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
        <TurnOffForm
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
          <StartSetupForm onStarted={setup => show({ step: 'setup', setup })} />
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
