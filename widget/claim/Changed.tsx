import { useSignals } from '@preact/signals-react/runtime';
import * as amount from '#core/exchange/amount.ts';
import type { Terms } from '#core/claim/model.ts';
import { rate, sum } from '../figures.ts';
import { Head } from './Head.tsx';
import { Moved } from './Moved.tsx';
import { Summary } from './Summary.tsx';
import type { Stage } from './stage.ts';

/** The course moved while the claim was on its way: the person takes the new sums or goes back. */
export function Changed({ stage, was, now }: { stage: Stage; was: Terms; now: Terms }) {
  useSignals();
  const { claim, acted } = stage;
  const { exchange } = stage.life;
  const [from, to] = [exchange.from.value?.ticker ?? '', exchange.to.value?.ticker ?? ''];
  const moved = (before: string, after: string) => <Moved was={before} now={after} />;
  const course = (terms: Terms) => rate(amount.show(terms.course), from, to);
  return (
    <section className="x" part="panel" aria-label="Курс изменился">
      <Head title="Курс изменился" sub="Заявка ещё не создана" acted={acted} onBack={() => claim.back()} />
      <Summary
        lines={[
          { name: 'Отдаёте', value: moved(sum(was.fromSumma, from), sum(now.fromSumma, from)), big: true },
          { name: 'Получаете', value: moved(sum(was.toSumma, to), sum(now.toSumma, to)), big: true },
          { name: 'Курс', value: moved(course(was), course(now)) },
        ]}
      />
      <button className="btn" part="button" type="button" onClick={() => void claim.acceptCourse()}>
        Создать по&nbsp;новому курсу
      </button>
      <button className="btn txt" type="button" onClick={() => claim.back()}>
        Вернуться
      </button>
    </section>
  );
}
