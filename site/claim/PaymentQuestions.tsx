import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ClaimStatus } from '#core/contract/claim.ts';
import { getSupportPath } from '#core/claim/supportPath.ts';
import type { ClaimStatusCode } from '#core/claim/status.ts';
import { Icon, ICON_PATHS } from '#widget/icons/Icon.tsx';
import { formatTimeOfDay } from '#core/timeFormat.ts';

interface Question {
  question: string;
  answer: ReactNode;
}

/** Statuses before the payment is found. */
const UNPAID_STATUSES: ReadonlySet<ClaimStatusCode> = new Set([
  'new',
  'verification',
  'requisites',
  'waiting',
  'claimed',
]);

/** Statuses in which the received payment is not settled yet. */
const UNSETTLED_STATUSES: ReadonlySet<ClaimStatusCode> = new Set(['confirming', 'aml', 'hold']);

/** Frequent questions about a payment, with answers for this claim. Renders nothing once the payment is settled. */
export function PaymentQuestions({ claim }: { claim: ClaimStatus }) {
  const questions = listQuestions(claim);
  if (questions.length === 0) return null;
  return (
    <div className="questions">
      {questions.map(({ question, answer }, index) => (
        <details key={question} name="question" open={index === 0}>
          <summary>
            {question}
            <Icon d={ICON_PATHS.down} />
          </summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  );
}

function listQuestions(claim: ClaimStatus): Question[] {
  const isUnpaid = UNPAID_STATUSES.has(claim.status);
  if (!isUnpaid && !UNSETTLED_STATUSES.has(claim.status)) return [];
  const isPaidInCash = claim.meeting?.side === 'from';
  const lateness = isUnpaid ? [explainLateness(claim)] : [];
  return isPaidInCash ? lateness : [WRONG_AMOUNT, explainWrongSender(claim), ...lateness];
}

function SupportLink({ number }: Pick<ClaimStatus, 'number'>) {
  return <Link to={getSupportPath(number)}>Напишите в поддержку</Link>;
}

const WRONG_AMOUNT: Question = {
  question: 'Отправил не ту сумму',
  answer: (
    <>
      Разницу до 0,5 % примем и пересчитаем выплату по курсу заявки. При большей разнице заявку посмотрит
      оператор: предложим пересчёт или вернём перевод.
    </>
  ),
};

function explainWrongSender({ from, number }: ClaimStatus): Question {
  return from.currency === 'RUB'
    ? {
        question: 'Отправил не со своей карты',
        answer: (
          <>
            Переводы от третьих лиц мы не обмениваем, а возвращаем. <SupportLink number={number} />.
          </>
        ),
      }
    : {
        question: 'Отправил в другой сети',
        answer: (
          <>
            <SupportLink number={number} />. Вернуть можно не каждый перевод, комиссию сети заплатит
            отправитель.
          </>
        ),
      };
}

function explainLateness({ courseUntil, meeting }: ClaimStatus): Question {
  return {
    question: 'Не успеваю вовремя',
    answer: (
      <>
        {courseUntil && <>Курс держим до {formatTimeOfDay(courseUntil)}. </>}
        {meeting?.side === 'from'
          ? 'Если встреча позже, пересчитаем сумму по меньшему из двух курсов: зафиксированному и текущему. Если пересчёт не подойдёт, вернём наличные.'
          : 'Перевод после срока пересчитаем по меньшему из двух курсов: зафиксированному и текущему. Если пересчёт не подойдёт, вернём перевод за вычетом комиссии сети.'}
      </>
    ),
  };
}
