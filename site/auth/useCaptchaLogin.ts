import { useEffect, useState } from 'react';
import { useAppContext } from '../shell/appContext.ts';

/** Whether every login needs a captcha; false until the site's settings are loaded. */
export function useCaptchaLogin(): boolean {
  const { loadSiteSettings } = useAppContext();
  const [isNeeded, setIsNeeded] = useState(false);
  useEffect(() => {
    let isWanted = true;
    loadSiteSettings().then(
      ({ captchaLogin }) => isWanted && setIsNeeded(captchaLogin),
      // The server asks for it when it refuses the login.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [loadSiteSettings]);
  return isNeeded;
}
