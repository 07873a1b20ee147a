import { sendCall } from '#core/api/sendCall.ts';
import { reverseAccrualCall } from '#core/contract/operator/partners.ts';
import { useAccount } from '../../account/accountContext.ts';
import { findEmptyError, listErrors } from '../../auth/validateFields.ts';
import { TextField } from '../../elements/form/TextField.tsx';
import { ActionForm } from '../ActionForm.tsx';
import { ActionButton, EffectList } from '../ActionButton.tsx';
import { ListNotice } from '../ListNotice.tsx';
import { useChosenAction } from '../values/useChosenAction.ts';
import { useStaffForm } from '../staffForm.ts';

const TITLE = 'Отменить начисление';

/** Takes an accrual of a partner back, because the money of its claim was refunded. */
export function AccrualSection({ onChanged }: { onChanged: () => void }) {
  const { chosen, notice, choose, end } = useChosenAction(onChanged);
  return (
    <section className="value-group" aria-labelledby="accruals">
      <h2 id="accruals">Начисления</h2>
      <ul className="claim-action-list">
        <ActionButton text={TITLE} name="reversal" chosen={chosen} onChoose={choose} />
      </ul>
      <ListNotice notice={notice} />
      {chosen !== null && <ReversalForm onReversed={end.onSaved} onClose={end.onClose} />}
    </section>
  );
}

/** `onReversed` gets a message. */
function ReversalForm({ onReversed, onClose }: { onReversed: (text: string) => void; onClose: () => void }) {
  const { api } = useAccount();
  const form = useStaffForm({
    fieldNames: ['claim', 'reason'],
    validate: ({ claim, reason }) =>
      listErrors({ claim: findEmptyError(claim?.trim()), reason: findEmptyError(reason?.trim()) }),
    async send({ claim = '', reason = '' }, { signal }) {
      const number = claim.replace(/^\s*№?\s*/, '').trim();
      await sendCall(api, reverseAccrualCall, { body: { claim: number, reason }, signal });
      onReversed(`Начисление по заявке ${number} отменено.`);
    },
  });
  return (
    <ActionForm form={form} label={TITLE} sendingText="Отменяем…" className="value-editor" onClose={onClose}>
      <EffectList
        texts={[
          'Сумма спишется со счёта партнёра. Если он её уже вывел, остаток станет меньше нуля, и его покроют новые начисления',
          'Заявка останется выполненной: отменяйте, только если клиенту вернули деньги вне сайта',
        ]}
      />
      <TextField form={form} name="claim" label="Номер заявки" autoComplete="off" maxLength={60} />
      <TextField
        form={form}
        name="reason"
        label="Причина"
        hint="Партнёр прочтёт её."
        autoComplete="off"
        maxLength={200}
      />
    </ActionForm>
  );
}
