import { useRef, useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { createPasskeyList } from '#core/account/passkeys/createPasskeyList.ts';
import { MAX_PASSKEYS } from '#core/contract/account/passkeys/passkeys.ts';
import { useServerQuery } from '../../live/useServerQuery.ts';
import { browserPrompt } from '../../passkeys/browserPrompt.ts';
import { toPasskeyFormError } from '../../passkeys/describePasskeyFailure.ts';
import { useAccount } from '../accountContext.ts';
import { ConfirmedButton } from '../confirmation/ConfirmationFields.tsx';
import { QueryContent } from '../QueryContent.tsx';
import { PasskeyRow, type RowAction } from './PasskeyRow.tsx';
import './PasskeyList.css';

/** The passkeys of the account: each can be renamed and deleted, and others added. */
export function PasskeyList() {
  useSignals();
  const { api, user, replaceUser } = useAccount();
  const [model] = useState(() => createPasskeyList(api, browserPrompt));
  useServerQuery(model);
  /** The row that is being changed, and how. */
  const [open, setOpen] = useState<{ id: string; action: RowAction } | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const headingRef = useRef<HTMLHeadingElement>(null);
  if (model.state.value.phase === 'unsupported') return null;

  function finish(text: string): void {
    setOpen(null);
    setAnnouncement(text);
    const now = model.state.peek();
    if (now.phase === 'ready' && now.data.length !== user.passkeys)
      replaceUser({ ...user, passkeys: now.data.length });
    // The pressed button is gone.
    headingRef.current?.focus();
  }

  return (
    <section className="account-section passkeys" aria-labelledby="passkeys-heading">
      <h2 id="passkeys-heading" ref={headingRef} tabIndex={-1}>
        Ключи доступа
      </h2>
      <p className="section-text">
        Вход по отпечатку, лицу или коду устройства вместо пароля и кодов. Ключ нельзя подсмотреть или ввести
        на чужом сайте.
      </p>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <QueryContent query={model} skeleton={<span className="skeleton session-skeleton" aria-busy="true" />}>
        {({ data: passkeys }) => (
          <>
            {passkeys.length > 0 && (
              <ul className="passkey-list">
                {passkeys.map(passkey => (
                  <PasskeyRow
                    key={passkey.id}
                    passkey={passkey}
                    action={open?.id === passkey.id ? open.action : null}
                    onOpen={action => setOpen({ id: passkey.id, action })}
                    onCancel={() => setOpen(null)}
                    onRename={async name => {
                      await model.rename(passkey.id, name);
                      finish(`Ключ переименован: ${name}`);
                    }}
                    onDelete={async () => {
                      await model.remove(passkey.id);
                      finish(`Ключ удалён: ${passkey.name}`);
                    }}
                  />
                ))}
              </ul>
            )}
            {passkeys.length < MAX_PASSKEYS && (
              <ConfirmedButton
                className="passkey-form"
                aria-label="Новый ключ"
                text="Добавить ключ"
                sendingText="Ждём ключ…"
                send={async () => {
                  const passkey = await model.add().catch((error: unknown) => {
                    throw toPasskeyFormError(error);
                  });
                  if (passkey) finish(`Ключ добавлен: ${passkey.name}`);
                }}
              />
            )}
          </>
        )}
      </QueryContent>
    </section>
  );
}
