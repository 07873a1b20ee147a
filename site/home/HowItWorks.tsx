const exchangeSteps = [
  {
    when: '1\u00a0минута',
    title: 'Посчитайте',
    text: 'Выберите валюты и\u00a0введите сумму. Курс, минимум и\u00a0резерв видны сразу.',
  },
  {
    when: '1\u00a0минута',
    title: 'Создайте заявку',
    text: 'Укажите карту или\u00a0кошелёк и\u00a0почту. Курс фиксируется, пока вы платите.',
  },
  {
    when: 'до\u00a020\u00a0минут, крипта до\u00a030',
    title: 'Переведите',
    text: 'Скопируйте реквизиты и\u00a0сумму одной кнопкой. Крипта должна за\u00a0это время появиться в\u00a0сети.',
  },
  {
    when: 'после проверки',
    title: 'Получите',
    text: 'Отправим деньги, когда подтвердим ваш перевод. Статус виден в\u00a0заявке.',
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
