import { useClipboard } from '#widget/claim/elements/useClipboard.ts';
import { listErrors } from '../../auth/validateFields.ts';
import { Checkbox } from '../../elements/form/Checkbox.tsx';
import { FormEnd } from '../../elements/form/FormEnd.tsx';
import { useForm } from '../../elements/form/useForm.ts';
import { useAccount } from '../accountContext.ts';
import { saveFile } from '../saveFile.ts';

/** The recovery codes, which are shown once: to copy, save or print. */
export function RecoveryCodeList({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const { user } = useAccount();
  const text = codes.join('\n');
  const { state, copy, valueRef } = useClipboard(text);
  const form = useForm({
    fieldNames: ['saved'],
    validate: values => listErrors({ saved: values.saved ? null : 'Сохраните коды и отметьте это' }),
    send() {
      onSaved();
      return Promise.resolve();
    },
  });
  const save = () =>
    saveFile(
      new Blob([`Запасные коды, ${location.hostname}, ${user.email}\n\n${text}\n`], { type: 'text/plain' }),
      'razmen-recovery-codes.txt',
    );
  return (
    <>
      <p className="section-text">
        Если телефон потеряется, запасной код заменит код из приложения. Каждый действует один раз. Храните их
        отдельно от телефона: больше мы их не покажем.
      </p>
      <div className="recovery-codes">
        <p className="print-only">
          Запасные коды: {location.hostname}, {user.email}
        </p>
        <ul ref={ref => void (valueRef.current = ref)} aria-label="Запасные коды">
          {codes.map(code => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </div>
      <div className="recovery-code-actions">
        <button type="button" className="button" onClick={copy}>
          {state === 'copied' ? 'Скопировано' : 'Скопировать'}
        </button>
        <button type="button" className="button" onClick={save}>
          Скачать
        </button>
        <button type="button" className="button" onClick={() => print()}>
          Напечатать
        </button>
      </div>
      <p className="visually-hidden" role="status">
        {state === 'copied' && 'Скопировано'}
        {state === 'selected' && 'Выделено: скопируйте сами'}
      </p>
      <form {...form.props} aria-label="Запасные коды">
        <Checkbox form={form} name="saved">
          Я сохранил коды
        </Checkbox>
        <FormEnd form={form} text="Готово" sendingText="Готово" />
      </form>
    </>
  );
}
