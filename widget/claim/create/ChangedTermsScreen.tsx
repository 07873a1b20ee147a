import { useSignals } from '@preact/signals-react/runtime';
import type { ClaimPhase } from '#core/claim/claimModel.ts';
import { formatComparedCourses, formatMoney } from '#core/exchange/formatMoney.ts';
import { StepHeader } from '../elements/StepHeader.tsx';
import { ChangedValue } from '../elements/ChangedValue.tsx';
import { SummaryList } from '../elements/SummaryList.tsx';
import type { ScreenContext } from '../screenContext.ts';

/** Title, explanation and accepting button by reason. */
const texts = {
  course_changed: {
    title: 'Курс изменился',
    explanation: 'Заявка ещё не создана',
    accept: 'Создать по\u00a0новому курсу',
  },
  amount_taken: {
    title: 'Сумма немного изменилась',
    explanation: 'Чтобы не\u00a0спутать ваш платёж с\u00a0чужим',
    accept: 'Создать с\u00a0новой суммой',
  },
};

/** The terms changed before the claim was created. The visitor accepts them or goes back. */
export function ChangedTermsScreen({
  context,
  phase: { reason, previousTerms, currentTerms },
}: {
  context: ScreenContext;
  phase: Extract<ClaimPhase, { phase: 'changed' }>;
}) {
  useSignals();
  const { claimModel, hasInteracted } = context;
  const { exchange } = context.controller;
  const [from, to] = [exchange.from.value?.ticker ?? '', exchange.to.value?.ticker ?? ''];
  const renderChange = (before: string, after: string) => <ChangedValue previous={before} current={after} />;
  const { title, explanation, accept } = texts[reason];
  const courseTexts = formatComparedCourses([previousTerms.course, currentTerms.course], from, to);
  return (
    <section className="panel" part="panel" aria-label={title}>
      <StepHeader
        title={title}
        subtitle={explanation}
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
        {accept}
      </button>
      <button className="button text" type="button" onClick={() => claimModel.goBack()}>
        Вернуться
      </button>
    </section>
  );
}
