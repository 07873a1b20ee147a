import { useSignals } from '@preact/signals-react/runtime';
import type { ClaimTerms } from '#core/claim/claimModel.ts';
import { formatComparedCourses, formatMoney } from '#core/exchange/formatMoney.ts';
import { StepHeader } from '../elements/StepHeader.tsx';
import { ChangedValue } from '../elements/ChangedValue.tsx';
import { SummaryList } from '../elements/SummaryList.tsx';
import type { ScreenContext } from '../screenContext.ts';

/** The course changed before the claim was created. The visitor accepts the new amounts or goes back. */
export function CourseChangedScreen({
  context,
  previousTerms,
  currentTerms,
}: {
  context: ScreenContext;
  previousTerms: ClaimTerms;
  currentTerms: ClaimTerms;
}) {
  useSignals();
  const { claimModel, hasInteracted } = context;
  const { exchange } = context.controller;
  const [from, to] = [exchange.from.value?.ticker ?? '', exchange.to.value?.ticker ?? ''];
  const renderChange = (before: string, after: string) => <ChangedValue previous={before} current={after} />;
  const courseTexts = formatComparedCourses([previousTerms.course, currentTerms.course], from, to);
  return (
    <section className="panel" part="panel" aria-label="Курс изменился">
      <StepHeader
        title="Курс изменился"
        subtitle="Заявка ещё не создана"
        hasInteracted={hasInteracted}
        onBack={() => claimModel.goBack()}
      />
      <SummaryList
        lines={[
          {
            name: 'Отдаёте',
            value: renderChange(
              formatMoney(previousTerms.fromSumma, from),
              formatMoney(currentTerms.fromSumma, from),
            ),
            big: true,
          },
          {
            name: 'Получаете',
            value: renderChange(
              formatMoney(previousTerms.toSumma, to),
              formatMoney(currentTerms.toSumma, to),
            ),
            big: true,
          },
          { name: 'Курс', value: renderChange(...courseTexts) },
        ]}
      />
      <button className="button" part="button" type="button" onClick={() => void claimModel.acceptNewTerms()}>
        Создать по&nbsp;новому курсу
      </button>
      <button className="button text" type="button" onClick={() => claimModel.goBack()}>
        Вернуться
      </button>
    </section>
  );
}
