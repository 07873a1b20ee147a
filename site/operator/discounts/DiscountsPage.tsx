import { sendCall } from '#core/api/sendCall.ts';
import { listDiscountsCall } from '#core/contract/operator/terms/discounts.ts';
import { WORK_POLLING } from '#core/serverQuery.ts';
import { LoadingSkeleton } from '../../account/LoadingSkeleton.tsx';
import { RefreshFailure } from '../../account/list/RefreshFailure.tsx';
import { QueryContent } from '../../account/QueryContent.tsx';
import { useAccountQuery } from '../../account/useAccountQuery.ts';
import { useStaff } from '../staffContext.ts';
import { PromocodeSection } from './PromocodeSection.tsx';
import { TierSection } from './TierSection.tsx';
import '../../account/list/list.css';
import '../rates/rates.css';

/** Page /operator/discounts: the discounts by turnover, and the promocodes. */
export function DiscountsPage() {
  const canChange = useStaff().rights.includes('courses');
  const query = useAccountQuery((api, options) => sendCall(api, listDiscountsCall, options), {
    polling: WORK_POLLING,
    isUnsupported: () => false,
  });
  return (
    <>
      <div className="account-heading">
        <h1>Скидки и&nbsp;промокоды</h1>
      </div>
      {!canChange && <p className="section-text">Скидки меняет дилер.</p>}
      <QueryContent
        query={query}
        skeleton={<LoadingSkeleton className="account-skeleton" label="Загружаем скидки" />}
      >
        {({ data: { tiers, promocodes } }) => (
          <>
            <RefreshFailure query={query} subject="Скидки" />
            <TierSection tiers={tiers} canChange={canChange} onChanged={query.refresh} />
            <PromocodeSection promocodes={promocodes} canChange={canChange} onChanged={query.refresh} />
          </>
        )}
      </QueryContent>
    </>
  );
}
