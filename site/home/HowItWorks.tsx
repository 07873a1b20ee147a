const exchangeSteps = [
  {
    when: '1 минута',
    title: 'Посчитайте',
    text: 'Выберите валюты и введите сумму. Курс, минимум и резерв видны сразу.',
  },
  {
    when: '1 минута',
    title: 'Создайте заявку',
    text: 'Укажите карту или кошелёк и почту. Курс фиксируется, пока вы платите.',
  },
  {
    when: 'до 20 минут, крипта до 30',
    title: 'Переведите',
    text: 'Скопируйте реквизиты и сумму одной кнопкой. Крипта должна за это время появиться в сети.',
  },
  {
    when: 'после проверки',
    title: 'Получите',
    text: 'Отправим деньги, когда подтвердим ваш перевод. Статус виден в заявке.',
  },
];

/** The steps of an exchange with their durations; the payment windows equal those of claims. */
export function HowItWorks() {
  return (
    <section className="home-section container" id="how" aria-labelledby="h-how" tabIndex={-1}>
      <div className="section-head">
        <h2 id="h-how">Как проходит обмен</h2>
      </div>
      <ol className="steps">
        {exchangeSteps.map(({ when, title, text }) => (
          <li key={title}>
            <span className="meta">{when}</span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
