import type { OperatorAction, OperatorClaimDetail } from '#core/contract/operator/claimDetail.ts';
import { CopyField } from '../../elements/CopyField.tsx';
import { formatAmount } from '../deskTexts.ts';

/** What a person sends to the client, and where: no action of the desk moves money. */
export function OutgoingTransfer({
  transfer: { kind, amount, currency },
  claim: { from, to, city, toRequisites, refundRequisites, fromRequisites, money },
  isSent,
}: {
  transfer: NonNullable<OperatorAction['transfer']>;
  claim: OperatorClaimDetail;
  /** Whether the action records that the money is sent. */
  isSent: boolean;
}) {
  const requisites = kind === 'payout' ? toRequisites : (refundRequisites ?? fromRequisites);
  const isCash = (kind === 'payout' ? to : from).kind === 'cash';
  const earlier = money.filter(one => one.kind === kind).map(({ reference }) => reference);
  const verb = kind === 'payout' ? 'Выплатить' : 'Вернуть';
  return (
    <div className="claim-transfer" data-focus tabIndex={-1}>
      <p>
        {verb} <b className="numeric">{amount === null ? 'полученное' : formatAmount(amount, currency)}</b>
      </p>
      {isCash && city !== null && <p className="section-text">Город: {city}</p>}
      {earlier.length > 0 && (
        <p className="claim-earlier">
          Уже записан перевод {earlier.join(', ')}. Платите ещё раз, только если он не дошёл.
        </p>
      )}
      {isSent && amount !== null && <CopyField label="Сумма" value={amount} />}
      {isSent &&
        requisites.map(({ name, label, value }) => <CopyField key={name} label={label} value={value} />)}
      {requisites.length === 0 && (
        <p className="section-text">
          {kind === 'payout' ? 'Реквизиты стёрты.' : 'Клиент ещё не назвал, куда вернуть: спросите его.'}
        </p>
      )}
      <p className="section-text">
        {isSent
          ? 'Нажмите, когда деньги ушли.'
          : 'Кнопка сообщит об этом клиенту. Деньги отправляете вы, после неё.'}
      </p>
    </div>
  );
}
