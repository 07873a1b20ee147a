import { useSignals } from '@preact/signals-react/runtime';
import type { ClaimPhase } from '#core/claim/claimModel.ts';
import { StepHeader } from '../elements/StepHeader.tsx';
import { ChangedTerms } from '../elements/ChangedTerms.tsx';
import type { ScreenContext } from '../screenContext.ts';

/** Title, explanation and accepting button by reason. */
const texts = {
  course_changed: {
    title: 'Курс изменился',
    explanation: 'Заявка ещё не создана',
    accept: 'Создать по новому курсу',
  },
  amount_taken: {
    title: 'Сумма немного изменилась',
    explanation: 'Чтобы не спутать ваш платёж с чужим',
    accept: 'Создать с новой суммой',
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
  const { title, explanation, accept } = texts[reason];
  return (
    <section className="panel" part="panel" aria-label={title}>
      <StepHeader
        title={title}
        subtitle={explanation}
        hasInteracted={hasInteracted}
        onBack={() => claimModel.goBack()}
      />
      <ChangedTerms previous={previousTerms} current={currentTerms} from={from} to={to} />
      <button className="button" part="button" type="button" onClick={() => void claimModel.acceptNewTerms()}>
        {accept}
      </button>
      <button className="button text" type="button" onClick={() => claimModel.goBack()}>
        Вернуться
      </button>
    </section>
  );
}
