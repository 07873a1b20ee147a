import './text.css';

/** How to reach people, and who does not speak for us. */
export function Contacts() {
  return (
    <article className="wrap prose">
      <h1>Контакты</h1>
      <p className="lead">
        Напишите на&nbsp;<a href="mailto:help@example.com">help@example.com</a> и&nbsp;укажите номер заявки.
      </p>
      <h2>Что приложить</h2>
      <ul>
        <li>Номер заявки: он&nbsp;стоит в&nbsp;её&nbsp;заголовке.</li>
        <li>Сумму и&nbsp;время перевода, для криптовалюты хеш транзакции.</li>
        <li>Если платили с&nbsp;карты, чек из&nbsp;банка. Полный номер карты не&nbsp;присылайте.</li>
      </ul>
      <h2>Осторожно, мошенники</h2>
      <p>
        Мы&nbsp;не&nbsp;пишем первыми и&nbsp;не&nbsp;просим коды из&nbsp;сообщений, фразу восстановления
        кошелька и&nbsp;доступ к&nbsp;устройству. Реквизиты для оплаты показываем только в&nbsp;заявке. Если
        их&nbsp;прислали в&nbsp;переписке, это не&nbsp;мы.
      </p>
    </article>
  );
}
