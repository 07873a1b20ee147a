import { useEffect, useState } from 'react';
import { PASSWORD_MIN_LENGTH } from '#core/contract/user.ts';
import { useAppContext } from '../../shell/appContext.ts';

/** The shortest password that the server accepts, characters; the usual one until the site's settings are loaded. */
export function usePasswordMin(): number {
  const { loadSiteSettings } = useAppContext();
  const [min, setMin] = useState(PASSWORD_MIN_LENGTH);
  useEffect(() => {
    let isWanted = true;
    loadSiteSettings().then(
      ({ passwordMin }) => isWanted && passwordMin !== undefined && setMin(passwordMin),
      // The server's refusal of a password contains its minimum.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [loadSiteSettings]);
  return min;
}
