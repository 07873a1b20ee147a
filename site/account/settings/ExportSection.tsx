import { useState } from 'react';
import { sendCall } from '#core/api/sendCall.ts';
import { exportAccountCall } from '#core/contract/account/accountChanges.ts';
import { useAccount } from '../accountContext.ts';
import { ConfirmedButton } from '../confirmation/ConfirmationFields.tsx';
import { saveFile } from '../saveFile.ts';

/** Saves a copy of everything that is stored about the account. */
export function ExportSection() {
  const { api } = useAccount();
  const [savedName, setSavedName] = useState<string | null>(null);

  async function save(signal: AbortSignal): Promise<void> {
    setSavedName(null);
    const data = await sendCall(api, exportAccountCall, { signal });
    const name = `razmen-${new Date().toISOString().slice(0, 10)}.json`;
    saveFile(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), name);
    setSavedName(name);
  }

  return (
    <section className="account-section narrow" aria-labelledby="export-heading">
      <h2 id="export-heading">Копия данных</h2>
      <p className="section-text">
        Всё, что хранится об аккаунте, в файле JSON: почта, согласие, настройки, заявки, реквизиты, промокоды,
        способы входа, сеансы и журнал. До 5 раз в сутки.
      </p>
      <ConfirmedButton aria-labelledby="export-heading" text="Скачать" sendingText="Готовим…" send={save} />
      <p className="form-hint" role="status">
        {savedName !== null && `Файл сохранён: ${savedName}`}
      </p>
    </section>
  );
}
