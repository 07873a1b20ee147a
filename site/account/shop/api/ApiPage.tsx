import { useState } from 'react';
import { Link } from 'react-router';
import { useSignals } from '@preact/signals-react/runtime';
import { fetchShopKeys } from '#core/api/account/shopAccess.ts';
import { accountRoutePaths, publicRoutePaths } from '../../../routePaths.ts';
import { useAccountQuery } from '../../useAccountQuery.ts';
import { KeySection } from './KeySection.tsx';
import { WebhookSection } from './WebhookSection.tsx';
import '../../../elements/form/form.css';
import '../shopAccess.css';

/** Page /account/shop/api: the keys of the shop API, and the webhooks. */
export function ApiPage() {
  useSignals();
  const keys = useAccountQuery(fetchShopKeys);
  const openForms = useState<readonly string[]>([]);
  const isSupported = keys.state.value.phase !== 'unsupported';
  return (
    <>
      <div className="account-heading">
        <h1>API</h1>
        {isSupported && (
          <div className="api-links">
            <Link className="button" to={publicRoutePaths.apiReference}>
              Справочник
            </Link>
            <Link className="button" to={accountRoutePaths.shopUsage}>
              Как подключить
            </Link>
          </div>
        )}
      </div>
      {isSupported ? (
        <>
          <KeySection query={keys} openForms={openForms} />
          <WebhookSection openForms={openForms} />
        </>
      ) : (
        <p className="section-text">На этом сайте API для магазинов нет.</p>
      )}
    </>
  );
}
