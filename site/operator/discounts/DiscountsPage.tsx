import { listDiscountsCall } from '#core/contract/operator/terms/discounts.ts';
import { DeskPage } from '../DeskContent.tsx';
import { useStaff } from '../staffContext.ts';
import { PromocodeSection } from './PromocodeSection.tsx';
import { TierSection } from './TierSection.tsx';

/** Page /operator/discounts: the discounts by turnover, and the promocodes. */
export function DiscountsPage() {
  const canChange = useStaff().rights.includes('courses');
  return (
    <DeskPage
      title="Скидки и промокоды"
      note={!canChange && 'Скидки меняет дилер.'}
      call={listDiscountsCall}
      subject="Скидки"
    >
      {({ tiers, promocodes }, { refresh }) => (
        <>
          <TierSection tiers={tiers} canChange={canChange} onChanged={refresh} />
          <PromocodeSection promocodes={promocodes} canChange={canChange} onChanged={refresh} />
        </>
      )}
    </DeskPage>
  );
}
