import { useEffect, useRef } from 'react';
import type { ClaimRepeatModel, ClaimRepeatPhase } from '#core/account/claims/repeat/claimRepeatModel.ts';
import type { DetailedClaim } from '#core/contract/account/accountClaim.ts';
import { formatComparedCourses, formatMoney } from '#core/exchange/formatMoney.ts';

/** The new terms, which differ from those that were on screen. The visitor accepts them or goes back. */
export function RepeatChangedTerms({
  model,
  phase: { reason, previousTerms, currentTerms },
  claim: { from, to },
}: {
  model: ClaimRepeatModel;
  phase: Extract<ClaimRepeatPhase, { phase: 'changed' }>;
  claim: DetailedClaim;
}) {
  const textRef = useRef<HTMLParagraphElement>(null);
  // The pressed button is gone.
  useEffect(() => textRef.current?.focus(), []);
  const courses = formatComparedCourses(
    [previousTerms.course, currentTerms.course],
    from.currency,
    to.currency,
  );
  const lines = [
    [
      'Отдаёте',
      formatMoney(previousTerms.fromSumma, from.currency),
      formatMoney(currentTerms.fromSumma, from.currency),
    ],
    [
      'Получаете',
      formatMoney(previousTerms.toSumma, to.currency),
      formatMoney(currentTerms.toSumma, to.currency),
    ],
    ['Курс', ...courses],
  ] as const;
  return (
    <>
      <p className="repeat-note" ref={textRef} tabIndex={-1}>
        {reason === 'amount_taken'
          ? 'Заявка ещё не создана. Сумма другая, чтобы не спутать ваш платёж с чужим.'
          : 'Заявка ещё не создана. Проверьте новые суммы.'}
      </p>
      <dl className="repeat-comparison">
        {lines.map(([name, previous, current]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {previous !== current && (
                <del>
                  <span className="visually-hidden">было </span>
                  {previous}
                </del>
              )}{' '}
              <b>
                {previous !== current && <span className="visually-hidden">стало </span>}
                {current}
              </b>
            </dd>
          </div>
        ))}
      </dl>
      <div className="repeat-actions">
        <button type="button" className="button primary" onClick={() => void model.acceptNewTerms()}>
          {reason === 'amount_taken' ? 'Создать с новой суммой' : 'Создать по новому курсу'}
        </button>
        <button type="button" className="button quiet" onClick={model.declineNewTerms}>
          Вернуться
        </button>
      </div>
    </>
  );
}
