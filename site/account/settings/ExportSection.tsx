import { useState } from 'react';
import { sendCall } from '#core/api/sendCall.ts';
import { exportAccountCall } from '#core/contract/account/accountChanges.ts';
import { FormEnd } from '../../elements/form/FormEnd.tsx';
import { useAccount } from '../accountContext.ts';
import { ConfirmationFields } from '../confirmation/ConfirmationFields.tsx';
import { saveFile } from '../saveFile.ts';
import { useConfirmedForm } from '../confirmation/useConfirmedForm.ts';

/** Saves a copy of everything that is stored about the account. */
export function ExportSection() {
  const { api } = useAccount();
  const [savedName, setSavedName] = useState<string | null>(null);
  const form = useConfirmedForm({
    fieldNames: [],
    async send(_, { signal }) {
      setSavedName(null);
      const data = await sendCall(api, exportAccountCall, { signal });
      const name = `razmen-${new Date().toISOString().slice(0, 10)}.json`;
      saveFile(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), name);
      setSavedName(name);
    },
  });
  return (
    <section className="account-section narrow" aria-labelledby="export-heading">
      <h2 id="export-heading">Копия данных</h2>
      <p className="section-text">
        Всё, что хранится об&nbsp;аккаунте, в&nbsp;файле JSON: почта, согласие, настройки, заявки, реквизиты,
        промокоды, способы входа, сеансы и&nbsp;журнал. До&nbsp;5&nbsp;раз в&nbsp;сутки.
      </p>
      <form {...form.props} aria-labelledby="export-heading">
        <ConfirmationFields form={form} />
        <FormEnd form={form} text="Скачать" sendingText="Готовим…" isQuiet />
      </form>
      <p className="form-hint" role="status">
        {savedName !== null && `Файл сохранён: ${savedName}`}
      </p>
    </section>
  );
}
