import { PASSKEY_NAME_MAX_LENGTH, type Passkey } from '#core/contract/account/passkeys/passkeys.ts';
import { findEmptyError, listErrors } from '../../auth/validateFields.ts';
import { FormEnd } from '../../elements/form/FormEnd.tsx';
import { NameField } from '../../elements/form/NameField.tsx';
import { useForm } from '../../elements/form/useForm.ts';
import { useReplacedFocus } from '../../elements/useReplacedFocus.ts';
import { ConfirmedButton } from '../confirmation/ConfirmationFields.tsx';
import { formatFullDate } from '../journal/formatFullDate.ts';

const DELETION_HINT =
  'Войти с этим ключом больше не получится. Выплаты на сохранённые реквизиты задержим на 24 часа.';

/** Forms that a row can open. */
export type RowAction = 'rename' | 'delete';

interface PasskeyRowProps {
  passkey: Passkey;
  /** The form below the passkey; null: its buttons. */
  action: RowAction | null;
  onOpen: (action: RowAction) => void;
  onCancel: () => void;
  onRename: (name: string) => Promise<void>;
  onDelete: () => Promise<void>;
}

/** A passkey of the account. */
export function PasskeyRow({ passkey, action, onOpen, onCancel, onRename, onDelete }: PasskeyRowProps) {
  const { name, createdAt, usedAt, isSynced } = passkey;
  const ref = useReplacedFocus(action);
  return (
    <li>
      <div>
        <p className="passkey-name">{name}</p>
        <p className="meta">{isSynced ? 'Есть копия на других устройствах' : 'Только на одном устройстве'}</p>
        <p className="meta">
          Создан {formatFullDate(createdAt)}
          {usedAt === null ? '. Ещё не использован' : `. Вход ${formatFullDate(usedAt)}`}
        </p>
      </div>
      <div className="passkey-actions" ref={ref}>
        {action === null && (
          <>
            <button
              type="button"
              className="button"
              aria-label={`Переименовать: ${name}`}
              onClick={() => onOpen('rename')}
            >
              Переименовать
            </button>
            <button
              type="button"
              className="button"
              aria-label={`Удалить: ${name}`}
              onClick={() => onOpen('delete')}
            >
              Удалить
            </button>
          </>
        )}
        {action === 'rename' && <RenameForm name={name} onRename={onRename} onCancel={onCancel} />}
        {action === 'delete' && (
          <ConfirmedButton
            className="passkey-form"
            aria-label={`Удаление: ${name}`}
            hint={DELETION_HINT}
            text="Удалить ключ"
            sendingText="Удаляем…"
            send={onDelete}
          >
            <button type="button" className="button quiet" onClick={onCancel}>
              Оставить
            </button>
          </ConfirmedButton>
        )}
      </div>
    </li>
  );
}

function RenameForm({
  name,
  onRename,
  onCancel,
}: {
  name: string;
  onRename: (name: string) => Promise<void>;
  onCancel: () => void;
}) {
  const form = useForm({
    fieldNames: ['name'],
    validate: values => listErrors({ name: findEmptyError(values.name?.trim()) }),
    send: ({ name: typedName = '' }) => onRename(typedName.trim()),
  });
  return (
    <form {...form.props} className="passkey-form" aria-label={`Новое название: ${name}`}>
      <NameField
        form={form}
        name="name"
        label="Название"
        defaultValue={name}
        maxLength={PASSKEY_NAME_MAX_LENGTH}
      />
      <FormEnd form={form} text="Сохранить" sendingText="Сохраняем…" isQuiet />
      <button type="button" className="button quiet" onClick={onCancel}>
        Отмена
      </button>
    </form>
  );
}
