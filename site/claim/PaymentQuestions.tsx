import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ClaimStatus } from '#core/contract/claim.ts';
import { Icon, ICON_PATHS } from '#widget/icons/Icon.tsx';
import { routePaths } from '../routePaths.ts';
import { formatTimeOfDay } from './formatDateTime.ts';

/** Frequent questions about a payment, with answers for this claim. */
export function PaymentQuestions({ claim }: { claim: ClaimStatus }) {
  const support = <Link to={routePaths.contacts}>Напишите в&nbsp;поддержку</Link>;
  const courseExpiresAt = claim.courseUntil ?? claim.deadline;
  const answers: { question: string; answer: ReactNode }[] = [
    {
      question: 'Отправил не\u00a0ту\u00a0сумму',
      answer: (
        <>
          Разницу до&nbsp;0,5&nbsp;% примем и&nbsp;пересчитаем выплату по&nbsp;курсу заявки. При&nbsp;большей
          разнице заявку посмотрит оператор: предложим пересчёт или вернём перевод.
        </>
      ),
    },
    claim.from.currency !== 'RUB'
      ? {
          question: 'Отправил в\u00a0другой сети',
          answer: (
            <>
              {support} и&nbsp;укажите номер заявки. Вернуть можно не&nbsp;каждый перевод, комиссию сети
              заплатит отправитель.
            </>
          ),
        }
      : {
          question: 'Отправил не\u00a0со\u00a0своей карты',
          answer: (
            <>
              Переводы от&nbsp;третьих лиц мы&nbsp;не&nbsp;обмениваем, а&nbsp;возвращаем. {support}{' '}
              и&nbsp;укажите номер заявки.
            </>
          ),
        },
    {
      question: 'Не\u00a0успеваю вовремя',
      answer: (
        <>
          {courseExpiresAt && <>Курс держим до&nbsp;{formatTimeOfDay(courseExpiresAt)}. </>}
          Перевод после срока пересчитаем по&nbsp;меньшему из&nbsp;двух курсов: зафиксированному
          и&nbsp;текущему. Не&nbsp;подойдёт пересчёт, вернём перевод за&nbsp;вычетом комиссии сети.
        </>
      ),
    },
  ];
  return (
    <div className="questions">
      {answers.map(({ question, answer }, index) => (
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
