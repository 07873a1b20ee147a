import { Link } from 'react-router';
import { useSignals } from '@preact/signals-react/runtime';
import { sendCall } from '#core/api/sendCall.ts';
import { listShopLinksCall } from '#core/contract/account/shop.ts';
import { fetchShopKeys } from '#core/api/account/shopAccess.ts';
import { TEST_PROMOCODES } from '#core/contract/shop.ts';
import { formatWidgetCode } from '#core/account/shop/formatWidgetCode.ts';
import { CopyField } from '../../../elements/CopyField.tsx';
import { LoadError } from '../../../live/LoadError.tsx';
import { publicOrigin } from '../../../publicOrigin.ts';
import { accountRoutePaths, publicRoutePaths } from '../../../routePaths.ts';
import { useAccountConnection } from '../../../shell/session/useAccountConnection.ts';
import { useAccountQuery } from '../../useAccountQuery.ts';
import { SnippetBox } from './SnippetBox.tsx';
import { CREATE_SNIPPETS, VERIFY_SNIPPETS } from './snippetTexts.ts';
import { TestClaimSection } from './TestClaimSection.tsx';
import { LoadingSkeleton } from '../../LoadingSkeleton.tsx';
import '../../../elements/form/form.css';
import '../shopAccess.css';
import './usage.css';

const TEST_CODES = Object.keys(TEST_PROMOCODES).join(', ');

/** The pair of the example. */
const PAIR = { cur_from: 'USDTTRC20', cur_to: 'SBERRUB' };

/** Largest width of the example, CSS pixels. */
const WIDGET_WIDTH = 480;

/** The code of the widget for a partner's page. Without `code` its exchanges earn nothing. */
function formatEmbedSnippet(code: string | undefined): string {
  const url = new URL('/', publicOrigin);
  for (const [name, value] of Object.entries({ ref: code, ...PAIR }))
    if (value) url.searchParams.set(name, value);
  return formatWidgetCode({
    origin: publicOrigin,
    attributes: { ...PAIR, rid: code },
    properties: {},
    width: WIDGET_WIDTH,
    url: url.href,
  });
}

/** Page /account/shop/usage: how a shop connects the widget, the API and the webhooks. */
export function UsagePage() {
  useSignals();
  const connectAccount = useAccountConnection();
  const keys = useAccountQuery(fetchShopKeys);
  // A backend without the API still has the widget.
  const hasApi = keys.state.value.phase !== 'unsupported';
  return (
    <div className="usage">
      <div className="account-heading">
        <h1>Как подключить</h1>
      </div>
      <section className="account-section" aria-labelledby="widget-heading">
        <h2 id="widget-heading">Форма на вашем сайте</h2>
        <p className="section-text">
          Вставьте код на страницу. Код со своей ссылкой и цветами соберите в разделе{' '}
          <Link to={accountRoutePaths.shopLinks}>«Ссылки»</Link>. Форма ниже настоящая: курс и лимиты текущие.
        </p>
        <EmbedSnippet />
        {/* Without the partner's code, so that a preview does not count as a click. */}
        <exchange-widget ref={connectAccount} theme="dark" {...PAIR} />
      </section>
      {hasApi && (
        <>
          <TestClaimSection />
          <section className="account-section" aria-labelledby="api-heading">
            <h2 id="api-heading">Заявка из вашей программы</h2>
            <p className="section-text">
              Создайте <Link to={accountRoutePaths.shopApi}>ключ</Link> с правом «создавать заявки» и
              передайте его программе в переменной RAZMEN_KEY, а адрес {publicOrigin} в RAZMEN_ORIGIN. В
              ответе будет ссылка, по которой клиент оплатит заявку. Повтор с тем же Idempotency-Key вернёт ту
              же заявку: так программы переживают обрыв связи и ответы 429 и 5xx.
            </p>
            <p className="section-text">
              Дайте клиенту открыть эту ссылку, даже если показываете реквизиты у себя: вознаграждение
              начислим, когда страницу заявки откроет кто-то кроме ваших серверов. До этого в истории стоит
              «ждёт клиента». Не открывайте ссылку сами: обмен, который видели из вашей сети, считается вашим.
            </p>
            <p className="section-text">
              Тестовый ключ знает только промокоды {TEST_CODES}: действующий, просроченный и использованный.
            </p>
            <SnippetBox label="Создать заявку" snippets={CREATE_SNIPPETS} />
          </section>
          <section className="account-section" aria-labelledby="signature-heading">
            <h2 id="signature-heading">Подпись вебхука</h2>
            <p className="section-text">
              Проверяйте подпись каждого события: так вы узнаете, что его прислали мы. Отвечайте кодом 2xx за
              10 секунд и пропускайте повторы с тем же webhook-id.
            </p>
            <SnippetBox label="Проверить подпись" snippets={VERIFY_SNIPPETS} />
          </section>
          <p className="section-text">
            Все вызовы с полями и примерами перечислены в{' '}
            <Link to={publicRoutePaths.apiReference}>справочнике API</Link>.
          </p>
        </>
      )}
    </div>
  );
}

/** The code of the widget, with the first code of the partner. */
function EmbedSnippet() {
  useSignals();
  const query = useAccountQuery((api, options) => sendCall(api, listShopLinksCall, options));
  const state = query.state.value;
  if (state.phase === 'loading')
    return <LoadingSkeleton className="usage-embed-skeleton" label="Загружаем код" />;
  if (state.phase === 'failed')
    return <LoadError code={state.failure.code} role="alert" onRetry={query.reload} />;
  const code = state.phase === 'ready' ? state.data.codes[0]?.code : undefined;
  return <CopyField label="Код для вставки" value={formatEmbedSnippet(code)} />;
}
