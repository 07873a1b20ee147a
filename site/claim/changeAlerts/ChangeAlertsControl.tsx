import { Suspense, useEffect, useId, useState } from 'react';
import { isClosedStatus } from '#core/claim/status.ts';
import { Icon, ICON_PATHS } from '#widget/icons/Icon.tsx';
import { lazyExtra } from '../../elements/lazyComponent.ts';
import { useSiteSettings } from '../../elements/useSiteSettings.ts';
import { getLocalStorage } from '../local/localClaims.ts';
import type { ChangeAlertsProps } from './ChangeAlerts.tsx';
import { playChime } from '../../live/playChime.ts';
import { useStatusAlert } from './useStatusAlert.ts';
import '../../elements/form/form.css';

/** Key of the visitor's choice in this browser's storage. */
const CHOICE_KEY = 'claim-alerts';

/** `unsupported`: this browser shows no notifications of sites. */
type Permission = NotificationPermission | 'unsupported';

const HINTS: Readonly<Record<Permission, string>> = {
  granted: 'Сообщим звуком и уведомлением браузера, пока открыта эта вкладка.',
  default:
    'Сообщим звуком, пока открыта эта вкладка. Чтобы увидеть и уведомление, выключите, включите снова и разрешите его браузеру.',
  denied:
    'Сообщим только звуком: браузер запретил уведомления этого сайта. Разрешите их в настройках сайта, слева от адреса страницы.',
  unsupported: 'Сообщим звуком: этот браузер не показывает уведомлений.',
};

const OFF_HINT = 'Звук и уведомление браузера при новом статусе, пока открыта эта вкладка.';

const readPermission = (): Permission => ('Notification' in window ? Notification.permission : 'unsupported');

/** Few exchanges have a bot. */
const TelegramControl = lazyExtra(() => import('./telegram/TelegramControl.tsx'), 'TelegramControl');

/** Alerts about a claim's changes: by this page, and in Telegram if the exchange has a bot. */
export function ChangeAlertsControl({ api, claim, secret }: ChangeAlertsProps) {
  // Without the settings, the other alerts stay.
  const hasBot = useSiteSettings()?.telegram === true;
  return (
    <>
      <PageAlertsControl claim={claim} />
      {/* Unmounted when the claim closes, so that it stops polling. */}
      {hasBot && !isClosedStatus(claim.status) && (
        <Suspense fallback={null}>
          <TelegramControl api={api} claim={{ id: claim.id, secret }} />
        </Suspense>
      )}
    </>
  );
}

/** Switches the alerts of the page on and off. Requests the permission, and plays a sound, only when pressed. */
function PageAlertsControl({ claim }: Pick<ChangeAlertsProps, 'claim'>) {
  const id = useId();
  const [isOn, setIsOn] = useState(() => getLocalStorage()?.getItem(CHOICE_KEY) === 'on');
  const [permission, setPermission] = useState(readPermission);
  useStatusAlert(claim, isOn);
  useEffect(() => {
    // The visitor may have changed it in the settings of the browser.
    const update = () => setPermission(readPermission());
    addEventListener('focus', update);
    return () => removeEventListener('focus', update);
  }, []);

  async function change(isWanted: boolean): Promise<void> {
    setIsOn(isWanted);
    saveChoice(isWanted);
    if (!isWanted) return;
    // A sample of the sound. After it, browsers also allow later sounds.
    playChime();
    if (readPermission() === 'default') setPermission(await Notification.requestPermission());
  }

  return (
    <div className="form-checkbox">
      <label htmlFor={id}>
        <span className="box">
          <input
            type="checkbox"
            id={id}
            checked={isOn}
            aria-describedby={`${id}-hint`}
            onChange={event => void change(event.currentTarget.checked)}
          />
          <Icon d={ICON_PATHS.check} size={16} />
        </span>
        <span>Сообщать об изменениях</span>
      </label>
      <p className="hint" id={`${id}-hint`} role="status">
        {isOn ? HINTS[permission] : OFF_HINT}
      </p>
    </div>
  );
}

function saveChoice(isWanted: boolean): void {
  try {
    const storage = getLocalStorage();
    if (isWanted) storage?.setItem(CHOICE_KEY, 'on');
    else storage?.removeItem(CHOICE_KEY);
  } catch {
    // The storage is full: the choice lasts until the page is left.
  }
}
