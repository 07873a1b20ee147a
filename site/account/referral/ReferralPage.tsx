import { Suspense } from 'react';
import { Link } from 'react-router';
import { useSignals } from '@preact/signals-react/runtime';
import {
  createWithdrawals,
  type LoadedWithdrawals,
  type WithdrawalsView,
} from '#core/account/referral/createWithdrawals.ts';
import { isWithdrawalPossible } from '#core/account/referral/payoutTarget.ts';
import { sendCall } from '#core/api/sendCall.ts';
import { getReferralProgrammeCall, type ReferralProgramme } from '#core/contract/account/referral.ts';
import { formatAccountMessage } from '#core/accountMessages.ts';
import { localizeDecimal } from '#core/exchange/amount.ts';
import { LIST_POLLING, type ServerQueryState } from '#core/serverQuery.ts';
import { formatUsd } from '#core/exchange/formatUsd.ts';
import { pluralize } from '#core/pluralize.ts';
import { CopyField } from '../../elements/CopyField.tsx';
import { lazyComponent } from '../../elements/lazyComponent.ts';
import { useServerQuery } from '../../live/useServerQuery.ts';
import { accountRoutePaths } from '../../routePaths.ts';
import { useAppContext, useLoadingBarWhile } from '../../shell/appContext.ts';
import { useAccount } from '../accountContext.ts';
import { QueryContent } from '../QueryContent.tsx';
import { RefreshFailure } from '../list/RefreshFailure.tsx';
import { ReferralCodes } from './ReferralCodes.tsx';
import { LoadingSkeleton } from '../LoadingSkeleton.tsx';
import { useAccountQuery } from '../useAccountQuery.ts';
import './referral.css';

const QrCode = lazyComponent(() => import('#widget/claim/elements/QrCode.tsx'), 'QrCode');

/** Below the first screen. */
const Ledger = lazyComponent(() => import('./Ledger.tsx'), 'Ledger');

/** Below the codes. */
const BannerSection = lazyComponent(() => import('./BannerSection.tsx'), 'BannerSection');

/** Below the first figures: what is missing for a withdrawal, if anything is. */
const WithdrawalObstacle = lazyComponent(() => import('./WithdrawalObstacle.tsx'), 'WithdrawalObstacle');

const NEWEST_WITHDRAWALS: WithdrawalsView = { page: 1 };

type Payouts = ServerQueryState<LoadedWithdrawals, WithdrawalsView>;

/** Page /account/referral: the link of a partner, its figures, and the ledger. */
export function ReferralPage() {
  useSignals();
  const { api } = useAccount();
  const query = useAccountQuery((api, options) => sendCall(api, getReferralProgrammeCall, options), {
    polling: LIST_POLLING,
  });
  const payoutQuery = useServerQuery(() => createWithdrawals(api), NEWEST_WITHDRAWALS);
  useLoadingBarWhile(useAppContext(), query.isLoading.value || payoutQuery.isLoading.value);
  const [state, payouts] = [query.state.value, payoutQuery.state.value];
  return (
    <>
      <div className="account-heading">
        <h1>Партнёрам</h1>
        {state.phase === 'ready' && <WithdrawalLink programme={state.data} payouts={payouts} />}
      </div>
      <RefreshFailure query={query} subject="Данные" />
      <QueryContent
        query={query}
        skeleton={<LoadingSkeleton className="referral-skeleton" label="Загружаем партнёрскую программу" />}
        unsupported={<p className="section-text">На этом сайте партнёрской программы нет.</p>}
      >
        {({ data }) => <Programme programme={data} payouts={payouts} onChanged={query.refresh} />}
      </QueryContent>
    </>
  );
}

/** Link to the withdrawal, with the available amount. */
function WithdrawalLink({ programme, payouts }: { programme: ReferralProgramme; payouts: Payouts }) {
  const isPossible = payouts.phase === 'ready' && isWithdrawalPossible(payouts.data, payouts.loadedAt);
  return (
    <Link className={isPossible ? 'button primary' : 'button'} to={accountRoutePaths.shopWithdrawal}>
      {isPossible ? `Вывести ${formatUsd(programme.available)}` : 'Вывод'}
    </Link>
  );
}

function Programme({
  programme,
  payouts,
  onChanged,
}: {
  programme: ReferralProgramme;
  payouts: Payouts;
  onChanged: () => void;
}) {
  const { switchedOff, url, code } = programme;
  return (
    <>
      {switchedOff !== null && (
        <p className="account-note" role="status">
          {formatAccountMessage('partner_off', { reason: switchedOff })}.
        </p>
      )}
      <Funds programme={programme} />
      {payouts.phase === 'ready' && switchedOff === null && (
        <Suspense>
          <WithdrawalObstacle loaded={payouts.data} loadedAt={payouts.loadedAt} />
        </Suspense>
      )}
      <section className="account-section" aria-labelledby="h-link">
        <h2 id="h-link">Ваша ссылка</h2>
        <ReferralLink url={url} code={code} />
      </section>
      <section className="account-section" aria-labelledby="h-how">
        <h2 id="h-how">Как это работает</h2>
        <Explanation programme={programme} />
      </section>
      <ReferralCodes codes={programme.codes} onAdded={onChanged} />
      <Suspense fallback={<span className="skeleton ledger-skeleton" aria-busy="true" />}>
        <BannerSection url={url} />
      </Suspense>
      <Suspense fallback={<span className="skeleton ledger-skeleton" aria-busy="true" />}>
        <Ledger />
      </Suspense>
    </>
  );
}

/** The money of a partner, and the figures of its links. */
function Funds({ programme }: { programme: ReferralProgramme }) {
  const { available, pending, paid, minimum, hold, clicks, claims, completed } = programme;
  return (
    <dl className="funds">
      <div>
        <dt>Доступно</dt>
        <dd className="numeric">
          {formatUsd(available)}
          <small>вывод от {formatUsd(minimum)}</small>
        </dd>
      </div>
      <div>
        <dt>Ожидает</dt>
        <dd className="numeric">
          {formatUsd(pending)}
          <small>
            {hold === 0 ? (
              'станет доступно сразу'
            ) : (
              <>станет доступно за {pluralize(hold, ['час', 'часа', 'часов'])}</>
            )}
          </small>
        </dd>
      </div>
      <div>
        <dt>Выплачено</dt>
        <dd className="numeric">
          {formatUsd(paid)}
          <small>за всё время</small>
        </dd>
      </div>
      <div>
        <dt>Обмены по ссылкам</dt>
        <dd className="numeric">
          {completed}
          <small>
            {pluralize(claims, ['заявка', 'заявки', 'заявок'])},{' '}
            {pluralize(clicks, ['переход', 'перехода', 'переходов'])}
          </small>
        </dd>
      </div>
    </dl>
  );
}

/** How the programme works, in five sentences with its terms. */
function Explanation({ programme }: { programme: ReferralProgramme }) {
  const { percent, window, hold, minimum } = programme;
  return (
    <ol className="referral-steps">
      <li>
        Отправьте ссылку друзьям или поставьте её на сайт: посетитель считается вашим{' '}
        {pluralize(window, ['день', 'дня', 'дней'])} после перехода, а из нескольких ссылок считается
        последняя.
      </li>
      <li>
        Получайте {localizeDecimal(percent)} % нашей прибыли с каждого его обмена: начисление появится, как
        только заявка выполнена.
      </li>
      <li>
        Выводите начисление {hold === 0 ? 'сразу' : `через ${pluralize(hold, ['час', 'часа', 'часов'])}`}, а
        если деньги вернут клиенту, оно пропадёт.
      </li>
      <li>Собственные обмены не считаются: те же аккаунт, почта, карта, адрес или сеть.</li>
      <li>
        Запросите вывод от {formatUsd(minimum)} на сохранённый реквизит, и мы пришлём письмо, когда отправим
        деньги.
      </li>
    </ol>
  );
}

/** The link and the code of a partner, to copy, and the link as a QR code. */
function ReferralLink({ url, code }: { url: string; code: string }) {
  return (
    <div className="referral-link">
      <div>
        <CopyField label="Ссылка" value={url} />
        <CopyField label="Код" value={code} />
        <p className="form-hint">
          Чтобы различать площадки, добавьте к коду точку и метку: {code}.telegram. В виджете код указывают в
          атрибуте rid.
        </p>
      </div>
      <Suspense fallback={<span className="skeleton qr-skeleton" aria-busy="true" />}>
        <QrCode text={url} label="QR-код ссылки. Та же ссылка указана текстом рядом" />
      </Suspense>
    </div>
  );
}
