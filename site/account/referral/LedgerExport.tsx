import { downloadLedger } from '#core/api/account/referral.ts';
import { Icon } from '#widget/icons/Icon.tsx';
import { formatAccountMessage } from '#core/accountMessages.ts';
import { useForm } from '../../elements/form/useForm.ts';
import { useAccount } from '../accountContext.ts';
import { saveFile } from '../saveFile.ts';
import { toLedgerQuery, type LedgerView } from './ledgerView.ts';

const DOWNLOAD_ICON = 'M11 4v10m0 0 4-4m-4 4-4-4M4 14.5v2A1.5 1.5 0 0 0 5.5 18h11a1.5 1.5 0 0 0 1.5-1.5v-2';

/** Saves all lines of the view as CSV. */
export function LedgerExport({ view }: { view: LedgerView }) {
  const { api } = useAccount();
  const form = useForm({
    fieldNames: [],
    async send(_, { signal }) {
      const blob = await downloadLedger(api, undefined, toLedgerQuery(view), { signal });
      saveFile(blob, `razmen-partner-${new Date().toISOString().slice(0, 10)}.csv`);
    },
  });
  return (
    <form {...form.props} className="claim-export" aria-label="Выгрузка истории">
      {form.failure && (
        <p className="form-error" role="alert">
          {form.failure.message ?? formatAccountMessage('server_error')}.
        </p>
      )}
      <button type="submit" className="button quiet" aria-disabled={form.isSending}>
        <Icon d={DOWNLOAD_ICON} size={20} />
        {form.isSending ? 'Скачиваем…' : 'Скачать CSV'}
      </button>
    </form>
  );
}
